import { App, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorCheckStatus, ManualCheck, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "check-status");
new RblmonitorProvider(stack, "rblmonitor");

const check = new ManualCheck(stack, "example", { host: "example.com", wait: false });
const status = new DataRblmonitorCheckStatus(stack, "example_status", { id: check.id, details: true });

new TerraformOutput(stack, "check_finished", { value: status.finished });

app.synth();
