import { ArgumentError, bool, providerFunction, string } from "../../terraform";
import { verifySignature } from "../../webhooks/signature";

/**
 * `verify_webhook`: whether a webhook request is the service's own (docs/design/api.md#webhook-signatures). Terraform cannot mark a
 * parameter as sensitive, so no message here holds anything of an argument.
 */
export const verifyWebhookFunction = providerFunction({
  summary: "Whether a webhook request was signed with a secret.",
  description:
    "Verifies the signature of a webhook request, and that it is at most five minutes old. The comparison takes the same time whatever is wrong. False for a header of another form. Terraform keeps text in Unicode normal form C, so a body in another form comes out as not signed. The result depends on the time: where Terraform compares what a function said while planning and while applying, the same request must not grow too old in between.",
  parameters: [
    {
      name: "secret",
      description:
        "Signing secret of the webhook endpoint. A sensitive value makes the result sensitive, too.",
      shape: string(),
    },
    {
      name: "header",
      description: "The request's `X-Webhook-Signature`: `t=<unix_timestamp>,v1=<hex_signature>`.",
      shape: string(),
    },
    { name: "body", description: "The request's body as it was received, not parsed.", shape: string() },
  ],
  returns: bool(),
  call(secret, header, body) {
    if (secret === "") throw new ArgumentError(0, "must not be empty");
    return verifySignature(header, body, secret);
  },
});
