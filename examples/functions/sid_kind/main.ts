import { App, TerraformOutput, TerraformStack } from "cdktn";
import { RblmonitorFunctions, RblmonitorProvider } from "rblmonitor/cdktn";

// Functions of providers require these versions. An application for CDK Terrain states the versions that it supports.
const app = new App({ context: { targetVersions: { terraform: ">=1.8", opentofu: ">=1.7" } } });
const stack = new TerraformStack(app, "sid-kind");
new RblmonitorProvider(stack, "rblmonitor");

// "contact_group"
new TerraformOutput(stack, "kind", {
  value: RblmonitorFunctions.sidKind("CG0123456789abcdef0123456789abcdef"),
});

app.synth();
