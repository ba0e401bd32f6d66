import { DataRblmonitorListings, RblmonitorProvider } from "cdktf-provider-rblmonitor/cdktn";
import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "listings");
new RblmonitorProvider(stack, "rblmonitor");

const mail = new DataRblmonitorListings(stack, "mail", { namePattern: "mx*" });

new TerraformOutput(stack, "listed", { value: propertyAccess(mail.hosts, ["*", "name"]) });

app.synth();
