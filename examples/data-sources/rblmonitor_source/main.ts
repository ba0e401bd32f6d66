import { App, TerraformStack } from "cdktn";
import { DataRblmonitorSource, MonitoringProfile, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "source");
new RblmonitorProvider(stack, "rblmonitor");

// A built-in or custom source, by hostname or by id.
const company = new DataRblmonitorSource(stack, "company-source", { host: "bl.example.net" });

new MonitoringProfile(stack, "company", {
  name: "The company's blocklist",
  frequency: "6_hours",
  entries: [company.id],
});

app.synth();
