import { App, Op, TerraformOutput, TerraformStack } from "cdktn";
import { EphemeralRblmonitorManualCheck, RblmonitorProvider } from "rblmonitor/cdktn";

// Ephemeral resources require these versions. An application for CDK Terrain states the versions that it supports.
const app = new App({ context: { targetVersions: { terraform: ">=1.10", opentofu: ">=1.11" } } });
const stack = new TerraformStack(app, "ephemeral-manual-check");
new RblmonitorProvider(stack, "rblmonitor");

const check = new EphemeralRblmonitorManualCheck(stack, "sender", { host: "192.0.2.11" });

// Stops every plan and apply while the address is listed.
new TerraformOutput(stack, "address", {
  value: "192.0.2.11",
  precondition: { condition: Op.eq(check.listed, false), errorMessage: "192.0.2.11 is listed." },
});

app.synth();
