import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorMonitoringProfiles, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "monitoring-profiles");
new RblmonitorProvider(stack, "rblmonitor");

const hourly = new DataRblmonitorMonitoringProfiles(stack, "hourly-profiles", { frequency: "1_hour" });

new TerraformOutput(stack, "hourly", { value: propertyAccess(hourly.monitoringProfiles, ["*", "name"]) });

app.synth();
