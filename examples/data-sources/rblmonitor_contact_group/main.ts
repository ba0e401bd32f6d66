import { App, TerraformStack } from "cdktn";
import { Contact, DataRblmonitorContactGroup, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "contact-group");
new RblmonitorProvider(stack, "rblmonitor");

// An object that another application manages.
const onCall = new DataRblmonitorContactGroup(stack, "on_call", { name: "On call" });

new Contact(stack, "night_shift", {
  contact: "night-shift@example.org",
  type: "email",
  contactGroups: [onCall.id],
});

app.synth();
