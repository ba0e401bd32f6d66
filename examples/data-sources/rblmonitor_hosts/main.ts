import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorHosts, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "hosts");
new RblmonitorProvider(stack, "rblmonitor");

// All filters must match.
const inbound = new DataRblmonitorHosts(stack, "inbound", { tag: "inbound", listed: true });

new TerraformOutput(stack, "listed_inbound", { value: propertyAccess(inbound.hosts, ["*", "name"]) });

app.synth();
