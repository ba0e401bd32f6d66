import { App, TerraformStack, TerraformVariable } from "cdktn";
import { Contact, ContactGroup, RblmonitorProvider } from "rblmonitor/cdktn";

// Write-only attributes require these versions. An application for CDK Terrain states the versions that it supports.
const app = new App({ context: { targetVersions: { terraform: ">=1.11", opentofu: ">=1.11" } } });
const stack = new TerraformStack(app, "contact");
new RblmonitorProvider(stack, "rblmonitor");

const operators = new ContactGroup(stack, "operators", { name: "Operators" });

// The service sends a code to the address. The contact is pending until it is confirmed with that code.
new Contact(stack, "postmaster", {
  contact: "postmaster@example.com",
  type: "email",
  contactGroups: [operators.id],
});

const alertsKey = new TerraformVariable(stack, "alerts_key", {
  description: "Key for posting alerts.",
  type: "string",
  sensitive: true,
});
alertsKey.addOverride("ephemeral", true);

// argsWo is never stored in a plan or state. A new version replaces the contact and sends the new values.
new Contact(stack, "alerts", {
  contact: "https://alerts.example.com/blocklists",
  type: "endpoint",
  contactGroups: [operators.id],
  argsWo: { key: alertsKey.stringValue },
  argsWoVersion: 1,
});

app.synth();
