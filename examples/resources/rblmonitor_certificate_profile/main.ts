import { App, TerraformStack } from "cdktn";
import { CertificateProfile, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-profile");
new RblmonitorProvider(stack, "rblmonitor");

// Alerts a month, two weeks and three days before a certificate expires, and on every kind of error, but not when the
// certificate is replaced.
new CertificateProfile(stack, "public", {
  name: "Public certificates",
  expirationThresholds: [30, 14, 3],
  alertOnCaaFailure: true,
  alertOnChanges: false,
});

app.synth();
