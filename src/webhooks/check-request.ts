import { EventError } from "./event-error";
import type { WebhookEvent } from "./events";
import { parseEvent } from "./parse-event";
import { joinBody } from "./raw-body";
import type { Delivery, Refusal } from "./receiver-options";
import { checkSignature, type SignatureVerdict } from "./signature";

/** A request, whichever server took it. */
export interface Incoming {
  readonly method: string | undefined;
  readonly headers: Headers;
  /** The parts of the body, which are read once at most; undefined when something else has read them. */
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined;
}

/** What a request must be like. */
export interface Demands {
  /** None: any signature will do, or none. */
  readonly secrets: readonly string[];
  /** Types of event that are accepted without a signature. */
  readonly unsigned: readonly string[];
  /** Seconds. */
  readonly tolerance: number;
  /** Bytes. */
  readonly maxBodySize: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The event that a request brings, or why it is refused. */
export async function checkRequest(
  { method, headers, body }: Incoming,
  demands: Demands,
): Promise<{ readonly event: WebhookEvent; readonly delivery: Delivery } | Refusal> {
  if (method !== "POST") return { status: 405, reason: "Events come by POST." };
  if (body === undefined) return bodyWasRead;
  const tooLarge: Refusal = {
    status: 413,
    reason: `The body is larger than ${demands.maxBodySize} bytes.`,
  };
  // What says itself that it is too large is not read at all.
  if (Number(headers.get("content-length")) > demands.maxBodySize) return tooLarge;
  const rawBody = await joinBody(body, demands.maxBodySize);
  if (rawBody === undefined) return tooLarge;
  const header = headers.get("x-webhook-signature");
  const verdict = bestVerdict(header, rawBody, demands);
  const mayBeUnsigned = header === null && demands.unsigned.length > 0;
  if (verdict !== "right" && !mayBeUnsigned) return { status: 401, reason: reasons[verdict] };
  try {
    const event = parseEvent(rawBody);
    if (verdict !== "right" && !demands.unsigned.includes(event.event_type))
      return { status: 401, reason: reasons[verdict] };
    return { event, delivery: { headers, rawBody } };
  } catch (thrown) {
    if (!(thrown instanceof EventError)) throw thrown;
    // An unsigned body that is no event gets the answer that any other unsigned body gets.
    return verdict === "right"
      ? { status: 400, reason: thrown.message }
      : { status: 401, reason: reasons[verdict] };
  }
}

const bodyWasRead: Refusal = {
  status: 500,
  reason:
    "The body was read before it came to the receiver, which needs it unchanged: put no parser before it.",
};

const reasons: Readonly<Record<Exclude<SignatureVerdict, "right">, string>> = {
  malformed: "The header X-Webhook-Signature is missing, or is not t=<unix_timestamp>,v1=<hex_signature>.",
  wrong: "The signature is not that of this body with this endpoint's secret.",
  late: "The signature is too old.",
};

/** The verdict of the secret that fits best. Every secret is tried, whichever is right. */
function bestVerdict(header: string | null, body: Uint8Array, demands: Demands): SignatureVerdict {
  const { secrets, tolerance, now } = demands;
  if (secrets.length === 0) return "right";
  const verdicts = secrets.map((secret) => checkSignature(header, body, secret, { tolerance, now }));
  return (["right", "late", "wrong"] as const).find((verdict) => verdicts.includes(verdict)) ?? "malformed";
}
