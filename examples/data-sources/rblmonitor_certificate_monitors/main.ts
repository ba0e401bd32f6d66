import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorCertificateMonitors, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-monitors");
new RblmonitorProvider(stack, "rblmonitor");

const monitors = new DataRblmonitorCertificateMonitors(stack, "public", { tag: "public" });

new TerraformOutput(stack, "hostnames", {
  value: propertyAccess(monitors.certificateMonitors, ["*", "hostname"]),
});

app.synth();
