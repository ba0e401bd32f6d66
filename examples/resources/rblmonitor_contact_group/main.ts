import { App, TerraformStack } from "cdktn";
import { ContactGroup, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "contact-group");
new RblmonitorProvider(stack, "rblmonitor");

new ContactGroup(stack, "on_call", { name: "On call" });

// The default group of new hosts and contacts without a group. An account has one default at a time.
new ContactGroup(stack, "everybody", { name: "Everybody", isDefault: true });

app.synth();
