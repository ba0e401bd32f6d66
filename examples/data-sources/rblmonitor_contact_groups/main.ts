import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorContactGroups, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "contact-groups");
new RblmonitorProvider(stack, "rblmonitor");

const teams = new DataRblmonitorContactGroups(stack, "team-groups", { namePattern: "* team" });

new TerraformOutput(stack, "teams", { value: propertyAccess(teams.contactGroups, ["*", "name"]) });

app.synth();
