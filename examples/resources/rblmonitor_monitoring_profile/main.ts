import { App, TerraformStack } from "cdktn";
import { MonitoringProfile, RblmonitorProvider, Source } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "monitoring-profile");
new RblmonitorProvider(stack, "rblmonitor");

// Checks all sources of the service's catalogue, including future ones.
new MonitoringProfile(stack, "hourly", { name: "All blocklists, every hour", frequency: "1_hour" });

const internal = new Source(stack, "internal-source", { host: "bl.example.com", type: "rbl" });

// Checks only these sources.
new MonitoringProfile(stack, "internal", {
  name: "Our own blocklist, every day",
  frequency: "24_hours",
  entries: [internal.id],
});

app.synth();
