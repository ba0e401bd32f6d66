import { App, TerraformStack } from "cdktn";
import { CertificateMonitor, CertificateProfile, ContactGroup, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-monitor");
new RblmonitorProvider(stack, "rblmonitor");

const team = new ContactGroup(stack, "web-team", { name: "Web team" });
const web = new CertificateProfile(stack, "web", { name: "Web servers", expirationThresholds: [21, 7] });

new CertificateMonitor(stack, "shop", {
  hostname: "shop.example.com",
  protocol: "https",
  name: "shop",
  profile: web.id,
  contactGroups: [team.id],
  tags: ["public"],
});

// The certificate of a mail server on a different port.
new CertificateMonitor(stack, "submission", {
  hostname: "mail.example.com:587",
  protocol: "smtp",
  name: "submission",
  profile: web.id,
  contactGroups: [team.id],
});

app.synth();
