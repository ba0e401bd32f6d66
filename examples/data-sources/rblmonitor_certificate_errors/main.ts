import { App, propertyAccess, TerraformOutput, TerraformStack } from "cdktn";
import { DataRblmonitorCertificateErrors, RblmonitorProvider } from "rblmonitor/cdktn";

const app = new App();
const stack = new TerraformStack(app, "certificate-errors");
new RblmonitorProvider(stack, "rblmonitor");

const now = new DataRblmonitorCertificateErrors(stack, "now");

new TerraformOutput(stack, "errors", { value: propertyAccess(now.errors, ["*", "message"]) });

app.synth();
