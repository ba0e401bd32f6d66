import { App, TerraformOutput, TerraformStack } from "cdktf";
import { RblmonitorFunctions, RblmonitorProvider } from "cdktf-provider-rblmonitor";

const app = new App();
const stack = new TerraformStack(app, "expand-subnet");
new RblmonitorProvider(stack, "rblmonitor");

// ["198.51.100.8", "198.51.100.9", "198.51.100.10", "198.51.100.11"]
new TerraformOutput(stack, "addresses", {
  value: RblmonitorFunctions.expandSubnet("198.51.100.8/30"),
});

app.synth();
