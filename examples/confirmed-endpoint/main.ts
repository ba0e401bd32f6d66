// Sends listings to your endpoint. The service asks the endpoint to confirm itself, which endpoint.ts does automatically.
// README.md in this folder has the commands.

import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktn";
import { Contact, ContactGroup, Host, MonitoringProfile, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "confirmed-endpoint");
new RblmonitorProvider(stack, "rblmonitor");

const address = new TerraformVariable(stack, "endpoint_address", {
  description: "Where endpoint.ts listens, as the service reaches it.",
  type: "string",
  default: "http://127.0.0.1:4011/",
});

const machines = new ContactGroup(stack, "machines", { name: "Machines" });

// Pending until the endpoint has confirmed it. The apply does not wait for that.
const endpoint = new Contact(stack, "endpoint", {
  contact: address.stringValue,
  type: "endpoint",
  contactGroups: [machines.id],
});

const daily = new MonitoringProfile(stack, "daily", { name: "Every day", frequency: "24_hours" });
new Host(stack, "mx", { name: "mx", host: "192.0.2.1", profile: daily.id, contactGroups: [machines.id] });

new TerraformOutput(stack, "contact", { value: endpoint.id });

app.synth();
