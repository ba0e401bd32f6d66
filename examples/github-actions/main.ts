// The stack that the workflows in workflows/ plan and apply. Copy the folder with its lock file, add the package
// (rblmonitor-….tgz of a release), move workflows/ to .github/, and set the secrets and variables that they use.

import { App, LocalBackend, TerraformStack } from "cdktn";
import {
  Contacts,
  HostFleet,
  MonitoringProfile,
  NotificationGroup,
  RblmonitorProvider,
} from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "monitoring");
new RblmonitorProvider(stack, "rblmonitor");

// Workflows need persistent state with locking: add your S3Backend or CloudBackend here.
new LocalBackend(stack, { path: process.env.STATE_FILE ?? "terraform.tfstate" });

const operators = new NotificationGroup(stack, "operators", {
  name: "Operators",
  contacts: [Contacts.email("operators@example.com")],
});
new HostFleet(stack, "senders", {
  hosts: { "smtp-1": "192.0.2.21", "smtp-2": "192.0.2.22", news: "news.example.com" },
  profile: new MonitoringProfile(stack, "hourly", { name: "Senders", frequency: "1_hour" }),
  contactGroups: [operators],
});

app.synth();
