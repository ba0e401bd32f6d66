import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorHost, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "host");
new RblmonitorProvider(stack, "rblmonitor");

// By address, domain name, or subnet, or by id.
const mx = new DataRblmonitorHost(stack, "mx", { host: "192.0.2.25" });

new TerraformOutput(stack, "mx_listed_by", { value: propertyAccess(mx.listedDetails, ["*", "host"]) });

app.synth();
