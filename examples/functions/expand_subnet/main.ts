import { App, TerraformOutput, TerraformStack } from "cdktn";
import { RblmonitorFunctions, RblmonitorProvider } from "rblmonitor/cdktn";

// Functions of providers require these versions. An application for CDK Terrain states the versions that it supports.
const app = new App({ context: { targetVersions: { terraform: ">=1.8", opentofu: ">=1.7" } } });
const stack = new TerraformStack(app, "expand-subnet");
new RblmonitorProvider(stack, "rblmonitor");

// ["198.51.100.8", "198.51.100.9", "198.51.100.10", "198.51.100.11"]
new TerraformOutput(stack, "addresses", {
  value: RblmonitorFunctions.expandSubnet("198.51.100.8/30"),
});

app.synth();
