import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktn";
import { RblmonitorFunctions, RblmonitorProvider } from "rblmonitor/cdktn";

// Functions of providers require these versions. An application for CDK Terrain states the versions that it supports.
const app = new App({ context: { targetVersions: { terraform: ">=1.8", opentofu: ">=1.7" } } });
const stack = new TerraformStack(app, "verify-webhook");
new RblmonitorProvider(stack, "rblmonitor");

const secret = new TerraformVariable(stack, "signing_secret", {
  description: "Secret of the webhook endpoint, from the account's portal.",
  type: "string",
  sensitive: true,
});
const signature = new TerraformVariable(stack, "signature", {
  description: "The request's header X-Webhook-Signature.",
  type: "string",
});
const body = new TerraformVariable(stack, "body", {
  description: "The request's body, as it was received.",
  type: "string",
});

new TerraformOutput(stack, "genuine", {
  value: RblmonitorFunctions.verifyWebhook(secret.value, signature.value, body.value),
  sensitive: true,
});

app.synth();
