import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorContacts, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "contacts");
new RblmonitorProvider(stack, "rblmonitor");

// Contacts that are not confirmed yet.
const pending = new DataRblmonitorContacts(stack, "pending", { status: "pending" });

new TerraformOutput(stack, "to_be_confirmed", { value: propertyAccess(pending.contacts, ["*", "contact"]) });

app.synth();
