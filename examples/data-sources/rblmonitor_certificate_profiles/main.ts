import { App, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorCertificateProfiles, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-profiles");
new RblmonitorProvider(stack, "rblmonitor");

const profiles = new DataRblmonitorCertificateProfiles(stack, "default", { isDefault: true });

new TerraformOutput(stack, "default_thresholds", {
  value: profiles.certificateProfiles.get(0).expirationThresholds,
});

app.synth();
