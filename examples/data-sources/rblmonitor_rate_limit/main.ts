import { App, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorRateLimit, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "rate-limit");
new RblmonitorProvider(stack, "rblmonitor");

const now = new DataRblmonitorRateLimit(stack, "now");

new TerraformOutput(stack, "requests_an_hour", { value: now.limit });

app.synth();
