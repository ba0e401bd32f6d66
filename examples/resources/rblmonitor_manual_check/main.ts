import { App, Op, TerraformSelf, TerraformStack } from "cdktn";
import { ManualCheck, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "manual-check");
new RblmonitorProvider(stack, "rblmonitor");

// Stops an apply while the address is listed.
new ManualCheck(stack, "sender", {
  host: "192.0.2.10",
  triggers: { release: "1.4.2" },
  lifecycle: {
    postcondition: [
      {
        condition: Op.not(TerraformSelf.getAny("listed")),
        errorMessage: "The address is listed: nothing is sent from it.",
      },
    ],
  },
});

app.synth();
