import { App, TerraformStack } from "cdktn";
import { Contacts, Host, MonitoringProfile, NotificationGroup, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "provider");

// Authenticates with RBLMONITOR_BASE_URL, RBLMONITOR_ACCOUNT_SID, and RBLMONITOR_AUTH_TOKEN.
new RblmonitorProvider(stack, "rblmonitor", {
  // Leaves 400 of the account's 1,000 requests per hour to other programs.
  maxRequestsPerHour: 600,
});

const administrators = new NotificationGroup(stack, "administrators", {
  name: "Administrators",
  contacts: [Contacts.email("admin@example.com")],
});
const daily = new MonitoringProfile(stack, "daily", { name: "Every day", frequency: "24_hours" });

new Host(stack, "relay", {
  host: "203.0.113.10",
  name: "relay",
  profile: daily,
  contactGroups: [administrators],
});

app.synth();
