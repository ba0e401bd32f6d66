import type { WebhookEvent } from "./events";
import { EventError, parseEvent } from "./parse-event";
import { joinBody } from "./raw-body";
import type { Delivery, ReceiverOptions, Refusal } from "./receiver-options";
import { checkSignature, type SignatureVerdict } from "./signature";

/** A webhook request, independent of the server. */
export interface IncomingRequest {
  readonly method: string | undefined;
  readonly headers: Headers;
  /** The parts of the body, which can be read once; undefined if other code has read the body. */
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
}

/** Requirements for a request. If there are no secrets, signatures are not checked. */
export type RequestRequirements = { readonly secrets: readonly string[] } & Required<
  Pick<ReceiverOptions, "unsigned" | "tolerance" | "maxBodySize" | "now">
>;

/** An event that a receiver handles. */
export interface AcceptedEvent {
  readonly event: WebhookEvent;
  readonly delivery: Delivery;
  /** Whether it has a valid signature, or signatures are not checked. */
  readonly isVerified: boolean;
}

/** Returns the event of a request, or why the request is rejected. */
export async function checkRequest(
  { method, headers, body }: IncomingRequest,
  requirements: RequestRequirements,
): Promise<AcceptedEvent | Refusal> {
  if (method !== "POST") return { status: 405, reason: "The method must be POST." };
  if (body === undefined) return bodyWasRead;
  const tooLarge: Refusal = {
    status: 413,
    reason: `The body is larger than ${requirements.maxBodySize} bytes.`,
  };
  // Checked before the body is read.
  if (Number(headers.get("content-length")) > requirements.maxBodySize) return tooLarge;
  const rawBody = await joinBody(body, requirements.maxBodySize);
  if (rawBody === undefined) return tooLarge;
  const header = headers.get("x-webhook-signature");
  const verdict = bestVerdict(header, rawBody, requirements);
  const mayBeUnsigned = header === null && requirements.unsigned.length > 0;
  if (verdict !== "right" && !mayBeUnsigned) return { status: 401, reason: reasons[verdict] };
  try {
    const event = parseEvent(rawBody);
    if (verdict !== "right" && !requirements.unsigned.includes(event.event_type))
      return { status: 401, reason: reasons[verdict] };
    return { event, delivery: { headers, rawBody }, isVerified: verdict === "right" };
  } catch (thrown) {
    if (!(thrown instanceof EventError)) throw thrown;
    // An invalid unsigned body gets the same response as any other unsigned body.
    return verdict === "right"
      ? { status: 400, reason: thrown.message }
      : { status: 401, reason: reasons[verdict] };
  }
}

const bodyWasRead: Refusal = {
  status: 500,
  reason:
    "Other code has read the body. Do not parse the body before the receiver, which needs it unchanged.",
};

const reasons: Readonly<Record<Exclude<SignatureVerdict, "right">, string>> = {
  malformed: "The header X-Webhook-Signature is missing, or is not t=<unix_timestamp>,v1=<hex_signature>.",
  wrong: "The signature does not match this body and this endpoint's secret.",
  late: "The signature is too old.",
  early: "The signature is dated in the future: check the clocks.",
};

/** The best verdict of all secrets. All are checked, so that the time does not show which one matches. */
function bestVerdict(
  header: string | null,
  body: Uint8Array,
  requirements: RequestRequirements,
): SignatureVerdict {
  const { secrets, tolerance, now } = requirements;
  if (secrets.length === 0) return "right";
  const verdicts = secrets.map((secret) => checkSignature(header, body, secret, { tolerance, now }));
  return (
    (["right", "late", "early", "wrong"] as const).find((verdict) => verdicts.includes(verdict)) ??
    "malformed"
  );
}
