import { App, TerraformStack } from "cdktn";
import {
  CertificateMonitor,
  DataRblmonitorCertificateProfile,
  DataRblmonitorContactGroup,
  RblmonitorProvider,
} from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-profile");
new RblmonitorProvider(stack, "rblmonitor");

const profile = new DataRblmonitorCertificateProfile(stack, "public", { name: "Public certificates" });
const team = new DataRblmonitorContactGroup(stack, "web", { name: "Web team" });

new CertificateMonitor(stack, "status_page", {
  hostname: "status.example.org",
  protocol: "https",
  name: "status page",
  profile: profile.id,
  contactGroups: [team.id],
});

app.synth();
