import { ArgumentError, bool, providerFunction, string } from "../../terraform";
import { verifySignature } from "../../webhooks/signature";

/**
 * `verify_webhook`: whether a webhook request comes from the service (docs/design/api.md#webhook-signatures). Terraform cannot
 * mark a parameter as sensitive, so no message contains any part of an argument.
 */
export const verifyWebhookFunction = providerFunction({
  summary: "Verifies the signature of a webhook request.",
  description:
    "Returns whether a webhook request was signed with a secret at most five minutes ago. Returns false if the header is malformed. The comparison takes constant time.\n\nTerraform normalizes strings to Unicode NFC, so the signature of a body that is not NFC never verifies. The result depends on the time: if a request expires between plan and apply, Terraform reports an inconsistent result.",
  parameters: [
    {
      name: "secret",
      description: "Signing secret of the webhook endpoint. If the value is sensitive, so is the result.",
      shape: string(),
    },
    {
      name: "header",
      description: "Header `X-Webhook-Signature` of the request: `t=<unix_timestamp>,v1=<hex_signature>`.",
      shape: string(),
    },
    { name: "body", description: "Unparsed body of the request.", shape: string() },
  ],
  returns: bool(),
  call(secret, header, body) {
    if (secret === "") throw new ArgumentError(0, "must not be empty");
    return verifySignature(header, body, secret);
  },
});
