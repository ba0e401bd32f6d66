import { App, TerraformStack } from "cdktn";
import {
  DataRblmonitorContactGroup,
  DataRblmonitorMonitoringProfile,
  Host,
  RblmonitorProvider,
} from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "monitoring-profile");
new RblmonitorProvider(stack, "rblmonitor");

// An object that another application manages.
const mail = new DataRblmonitorMonitoringProfile(stack, "mail", { name: "Mail servers" });
const postmasters = new DataRblmonitorContactGroup(stack, "postmasters", { name: "Postmasters" });

new Host(stack, "newsletter", {
  host: "203.0.113.40",
  name: "newsletter",
  profile: mail.id,
  contactGroups: [postmasters.id],
});

app.synth();
