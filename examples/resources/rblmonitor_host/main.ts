import { App, TerraformStack } from "cdktn";
import { Contacts, Host, MonitoringProfile, NotificationGroup, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "host");
new RblmonitorProvider(stack, "rblmonitor");

const postmasters = new NotificationGroup(stack, "postmasters", {
  name: "Postmasters",
  contacts: [Contacts.email("postmaster@mail.example.com")],
});
const mail = new MonitoringProfile(stack, "mail", { name: "Mail servers", frequency: "1_hour" });

new Host(stack, "mx", {
  host: "192.0.2.25",
  name: "mx",
  profile: mail.id,
  contactGroups: [postmasters.id],
  tags: ["inbound", "amsterdam"],
});

new Host(stack, "company_domain", {
  host: "example.com",
  name: "company domain",
  profile: mail.id,
  contactGroups: [postmasters.id],
});

// One construct for a whole subnet. The hosts that the service creates for it are its members.
new Host(stack, "outbound", {
  host: "198.51.100.16/29",
  name: "outbound",
  profile: mail.id,
  contactGroups: [postmasters.id],
});

app.synth();
