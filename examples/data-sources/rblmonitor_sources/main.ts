import { App, propertyAccess, TerraformStack, Token } from "cdktn";
import { DataRblmonitorSources, MonitoringProfile, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "sources");
new RblmonitorProvider(stack, "rblmonitor");

// All domain name blocklists, built-in and custom.
const domains = new DataRblmonitorSources(stack, "domain-blocklists", { type: "uribl" });

new MonitoringProfile(stack, "domains", {
  name: "Domains",
  frequency: "12_hours",
  entries: Token.asList(propertyAccess(domains.sources, ["*", "id"])),
});

app.synth();
