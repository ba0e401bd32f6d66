import { DataRblmonitorCertificateMonitors, RblmonitorProvider } from "cdktf-provider-rblmonitor/cdktn";
import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-monitors");
new RblmonitorProvider(stack, "rblmonitor");

const monitors = new DataRblmonitorCertificateMonitors(stack, "public", { tag: "public" });

new TerraformOutput(stack, "hostnames", {
  value: propertyAccess(monitors.certificateMonitors, ["*", "hostname"]),
});

app.synth();
