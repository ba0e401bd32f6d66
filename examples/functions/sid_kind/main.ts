import { App, TerraformOutput, TerraformStack } from "cdktf";
import { RblmonitorFunctions, RblmonitorProvider } from "cdktf-provider-rblmonitor";

const app = new App();
const stack = new TerraformStack(app, "sid-kind");
new RblmonitorProvider(stack, "rblmonitor");

// "contact_group"
new TerraformOutput(stack, "kind", {
  value: RblmonitorFunctions.sidKind("CG0123456789abcdef0123456789abcdef"),
});

app.synth();
