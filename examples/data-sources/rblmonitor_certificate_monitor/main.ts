import { App, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorCertificateMonitor, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-monitor");
new RblmonitorProvider(stack, "rblmonitor");

// By hostname, with the protocol if it has several, or by id.
const shop = new DataRblmonitorCertificateMonitor(stack, "shop", {
  hostname: "shop.example.com",
  protocol: "https",
});

new TerraformOutput(stack, "days_left", { value: shop.expiryDays });

app.synth();
