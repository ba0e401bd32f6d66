import { RblmonitorProvider } from "cdktf-provider-rblmonitor/cdktn";
import { App, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "provider");

// RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN name the account.
new RblmonitorProvider(stack, "rblmonitor", {
  // Leaves the rest of the account's 1,000 requests an hour to others.
  maxRequestsPerHour: 600,
});

app.synth();
