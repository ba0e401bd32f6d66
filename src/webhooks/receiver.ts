import { EventError, isEventType, parseEvent, type WebhookEvent } from "./events";
import {
  type FetchHandler,
  fetchHandler,
  type IncomingRequest,
  type NodeHandler,
  nodeHandler,
  type Reply,
  type Respond,
} from "./handlers";
import { joinBody } from "./raw-body";
import type { EventHandler, ReceiverOptions, Refusal } from "./receiver-options";
import { checkSignature, type SignatureOptions, type SignatureVerdict } from "./signature";

/** Handles the requests of a webhook endpoint. Both handlers share deduplication. */
export interface Receiver {
  /** For `node:http` and compatible frameworks: `createServer(receiver.node)`, `app.post("/hook", receiver.node)`. */
  readonly node: NodeHandler;
  /** For servers with the fetch API (`Request` and `Response`). */
  readonly fetch: FetchHandler;
}

/**
 * Creates a receiver of webhook events (docs/design/api.md#webhook-signatures and Events; docs/design/open-points.md#21).
 *
 * It responds with JSON: 200 when an event is handled, also for a duplicate or by `onUnreadable`; 400 for an invalid event
 * otherwise; 401 if the signature is missing, invalid or expired; 405 for a method other than POST; 413 if the body is too
 * large; 500 if a handler throws. After a 500, the event is handled again when the service retries. Duplicates are detected by
 * event id, within this process.
 *
 * @throws TypeError without a secret, unless `allowUnsigned` is set
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const secrets = secretsOf(options);
  const maxRemembered = options.maxRemembered ?? 10_000;
  const onceIfVerified = rememberedEvents(maxRemembered);
  // Anyone can send unsigned events, which must not displace the ids of signed ones.
  const onceIfUnsigned = rememberedEvents(maxRemembered);

  const respond: Respond = async (incoming) => {
    const checked = await checkRequest(incoming, secrets, options);
    if ("pass" in checked) return passUnreadable(checked.pass);
    if ("status" in checked) {
      (options.onRefused ?? reportMisuse)(checked);
      return { status: checked.status, message: checked.reason };
    }
    const { event, delivery, isVerified } = checked;
    const handleOnce = isVerified ? onceIfVerified : onceIfUnsigned;
    const handle = async () => handlerOf(event, options)?.(event, delivery);
    try {
      // An event without an id, such as contact.confirm, is never a duplicate.
      const isNew =
        event.event_sid === null ? handle().then(() => true) : handleOnce(event.event_sid, handle);
      if (await isNew) return received;
      options.onDuplicate?.(event);
      return duplicate;
    } catch (thrown) {
      (options.onFailed ?? reportFailure)(thrown, event);
      return failed;
    }
  };
  return { node: nodeHandler(respond), fetch: fetchHandler(respond) };
}

/** What the service signed reaches the program, whatever it is: it may be an alert. */
async function passUnreadable(pass: () => void | Promise<void>): Promise<Reply> {
  try {
    await pass();
    return received;
  } catch (thrown) {
    console.error("The handler of an unreadable webhook event failed:", thrown);
    return failed;
  }
}

const failed: Reply = { status: 500, message: "The event could not be handled." };
const received: Reply = { status: 200, message: "Event received." };
const duplicate: Reply = { status: 200, message: "Event received before." };

function secretsOf({ secret, allowUnsigned = false }: ReceiverOptions): readonly string[] {
  const secrets = secret === undefined ? [] : [secret].flat();
  if (secrets.some((each) => typeof each !== "string" || each === ""))
    throw new TypeError("The secret of a receiver must be a non-empty string.");
  if (secrets.length > 0 || allowUnsigned) return secrets;
  throw new TypeError(
    "A receiver requires the signing secret of its endpoint, or allowUnsigned to accept all requests.",
  );
}

function handlerOf(event: WebhookEvent, { on = {}, otherwise }: ReceiverOptions) {
  const type: string = event.event_type;
  // The handler of the event's type; TypeScript cannot infer that.
  const handler = isEventType(type) ? (on[type] as EventHandler<WebhookEvent> | undefined) : undefined;
  return handler ?? otherwise;
}

function reportMisuse({ status, reason }: Refusal): void {
  if (status === 500) console.error(`The webhook receiver failed: ${reason}`);
  if (status === 400) console.error(`The webhook receiver cannot read a signed event: ${reason}`);
}

function reportFailure(error: unknown, { event_type }: WebhookEvent): void {
  console.error(`The handler of the webhook event ${event_type} failed:`, error);
}

/**
 * Remembers the ids of handled events (docs/design/open-points.md#21), the newest up to a capacity. The result handles an event,
 * or waits until the same one is handled, and returns whether it was new. After an error, the event is new when it comes again.
 */
function rememberedEvents(capacity: number) {
  const handled = new Map<string, Promise<void>>();
  return async (sid: string, handle: () => Promise<void>): Promise<boolean> => {
    const before = handled.get(sid);
    if (before !== undefined) return before.then(() => false);
    const handling = handle();
    handled.set(sid, handling);
    // A map's first key is its oldest.
    const [oldest = sid] = handled.keys();
    if (handled.size > capacity) handled.delete(oldest);
    try {
      await handling;
    } catch (thrown) {
      if (handled.get(sid) === handling) handled.delete(sid);
      throw thrown;
    }
    return true;
  };
}

/** Returns the event of a request, a function that passes on an unreadable one, or why the request is rejected. */
async function checkRequest(
  { method, headers, body }: IncomingRequest,
  secrets: readonly string[],
  options: ReceiverOptions,
) {
  const { unsigned = [], maxBodySize = 1_048_576 } = options;
  const refusal = (status: Refusal["status"], reason: string): Refusal => ({ status, reason });
  if (method !== "POST") return refusal(405, "The method must be POST.");
  if (body === undefined) return refusal(500, bodyWasRead);
  const tooLarge = refusal(413, `The body is larger than ${maxBodySize} bytes.`);
  // Checked before the body is read.
  if (Number(headers.get("content-length")) > maxBodySize) return tooLarge;
  const rawBody = await joinBody(body, maxBodySize);
  if (rawBody === undefined) return tooLarge;
  const header = headers.get("x-webhook-signature");
  const verdict = bestVerdict(header, rawBody, secrets, options);
  const mayBeUnsigned = header === null && unsigned.length > 0;
  if (verdict !== "right" && !mayBeUnsigned) return refusal(401, reasons[verdict]);
  try {
    const event = parseEvent(rawBody);
    if (verdict !== "right" && !unsigned.includes(event.event_type)) return refusal(401, reasons[verdict]);
    // Without secrets, signatures count as right.
    return { event, delivery: { headers, rawBody }, isVerified: verdict === "right" };
  } catch (thrown) {
    if (!(thrown instanceof EventError)) throw thrown;
    // An invalid unsigned body gets the same response as any other unsigned body.
    if (verdict !== "right") return refusal(401, reasons[verdict]);
    const { onUnreadable } = options;
    return onUnreadable === undefined
      ? refusal(400, thrown.message)
      : { pass: () => onUnreadable(rawBody, thrown.message) };
  }
}

const bodyWasRead =
  "Other code has read the body. Do not parse the body before the receiver, which needs it unchanged.";

const reasons: Readonly<Record<Exclude<SignatureVerdict, "right">, string>> = {
  malformed: "The header X-Webhook-Signature is missing, or is not t=<unix_timestamp>,v1=<hex_signature>.",
  wrong: "The signature does not match this body and this endpoint's secret.",
  late: "The signature is too old.",
  early: "The signature is dated in the future: check the clocks.",
};

/**
 * The best verdict of all secrets. All are checked, so that the time does not show which one matches. Without secrets, signatures
 * are not checked.
 */
function bestVerdict(
  header: string | null,
  body: Uint8Array,
  secrets: readonly string[],
  options: SignatureOptions,
): SignatureVerdict {
  if (secrets.length === 0) return "right";
  const verdicts = secrets.map((secret) => checkSignature(header, body, secret, options));
  return (
    (["right", "late", "early", "wrong"] as const).find((verdict) => verdicts.includes(verdict)) ??
    "malformed"
  );
}
