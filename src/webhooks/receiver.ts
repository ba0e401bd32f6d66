import type { Answer, Respond } from "./answer";
import { checkRequest } from "./check-request";
import { isEventType, type WebhookEvent } from "./events";
import { type FetchHandler, fetchHandler } from "./fetch-handler";
import { type NodeHandler, nodeHandler } from "./node-handler";
import type { EventHandler, ReceiverOptions, Refusal } from "./receiver-options";
import { RecentEvents } from "./recent-events";

/** Takes the requests of a webhook endpoint, in either of two forms; both share what they remember. */
export interface Receiver {
  /** For `node:http` and what is built on it: `createServer(receiver.node)`, `app.post("/hook", receiver.node)`. */
  readonly node: NodeHandler;
  /** For servers that give a `Request` and want a `Response`. */
  readonly fetch: FetchHandler;
}

/**
 * Makes a receiver of webhook events (docs/design/api.md#webhook-signatures and Events; docs/design/open-points.md#21).
 *
 * It answers in JSON: 200 once an event is handled, or was before; 401 when the signature is missing, wrong or older than
 * the tolerance; 400 for what is no event; 405 for another method than POST; 413 for too large a body; 500 when a
 * handler throws, and the event is handled anew when the service sends it again. An event that comes twice is handled
 * once, as far as this process remembers.
 *
 * @throws TypeError when there is no secret, unless `allowUnsigned`
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const demands = {
    secrets: secretsOf(options),
    unsigned: options.unsigned ?? [],
    tolerance: options.tolerance ?? 300,
    maxBodySize: options.maxBodySize ?? 1_048_576,
    now: options.now ?? Date.now,
  };
  const recent = new RecentEvents(options.maxRemembered ?? 10_000);

  const respond: Respond = async (incoming) => {
    const judged = await checkRequest(incoming, demands);
    if ("status" in judged) {
      (options.onRefused ?? reportMisuse)(judged);
      return { status: judged.status, message: judged.reason };
    }
    const { event, delivery } = judged;
    const handle = async () => handlerOf(event, options)?.(event, delivery);
    try {
      // An event without an id (contact.confirm may be one) is never the same as another.
      const isNew =
        event.event_sid === null ? handle().then(() => true) : recent.once(event.event_sid, handle);
      return (await isNew) ? received : receivedBefore;
    } catch (thrown) {
      (options.onFailed ?? reportFailure)(thrown, event);
      return { status: 500, message: "The event could not be handled." };
    }
  };
  return { node: nodeHandler(respond), fetch: fetchHandler(respond) };
}

const received: Answer = { status: 200, message: "Event received." };
const receivedBefore: Answer = { status: 200, message: "Event received before." };

function secretsOf({ secret, allowUnsigned = false }: ReceiverOptions): readonly string[] {
  const secrets = secret === undefined ? [] : [secret].flat();
  if (secrets.some((each) => typeof each !== "string" || each === ""))
    throw new TypeError("The secret of a receiver must be a text that is not empty.");
  if (secrets.length > 0 || allowUnsigned) return secrets;
  throw new TypeError(
    "A receiver needs the signing secret of its endpoint, or allowUnsigned to believe anybody.",
  );
}

function handlerOf(
  event: WebhookEvent,
  { on = {}, otherwise }: ReceiverOptions,
): EventHandler<WebhookEvent> | undefined {
  const type: string = event.event_type;
  // The handler of the event's own type, which TypeScript cannot follow through the index.
  const handler = isEventType(type) ? (on[type] as EventHandler<WebhookEvent> | undefined) : undefined;
  return handler ?? otherwise;
}

function reportMisuse({ status, reason }: Refusal): void {
  if (status === 500) console.error(`The webhook receiver cannot work: ${reason}`);
}

function reportFailure(error: unknown, { event_type }: WebhookEvent): void {
  console.error(`The handler of the webhook event ${event_type} failed:`, error);
}
