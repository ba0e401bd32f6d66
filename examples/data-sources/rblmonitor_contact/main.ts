import { App, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorContact, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "contact");
new RblmonitorProvider(stack, "rblmonitor");

// By destination, with the type if several contacts share it, or by id.
const postmaster = new DataRblmonitorContact(stack, "postmaster", { contact: "postmaster@example.com" });

new TerraformOutput(stack, "status", { value: postmaster.status });

app.synth();
