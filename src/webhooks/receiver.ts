import { checkRequest } from "./check-request";
import { isEventType, type WebhookEvent } from "./events";
import {
  type FetchHandler,
  fetchHandler,
  type NodeHandler,
  nodeHandler,
  type Reply,
  type Respond,
} from "./handlers";
import type { EventHandler, ReceiverOptions, Refusal } from "./receiver-options";
import { RecentEvents } from "./recent-events";

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
 * It responds with JSON: 200 when an event is handled, also for a duplicate; 400 for an invalid event; 401 if the signature is
 * missing, invalid or expired; 405 for a method other than POST; 413 if the body is too large; 500 if a handler throws. After a
 * 500, the event is handled again when the service retries. Duplicates are detected by event id, within this process.
 *
 * @throws TypeError without a secret, unless `allowUnsigned` is set
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const requirements = {
    secrets: secretsOf(options),
    unsigned: options.unsigned ?? [],
    tolerance: options.tolerance ?? 300,
    maxBodySize: options.maxBodySize ?? 1_048_576,
    now: options.now ?? Date.now,
  };
  const maxRemembered = options.maxRemembered ?? 10_000;
  const verified = new RecentEvents(maxRemembered);
  // Anyone can send unsigned events, which must not displace the ids of signed ones.
  const unsigned = new RecentEvents(maxRemembered);

  const respond: Respond = async (incoming) => {
    const checked = await checkRequest(incoming, requirements);
    if ("status" in checked) {
      (options.onRefused ?? reportMisuse)(checked);
      return { status: checked.status, message: checked.reason };
    }
    const { event, delivery, isVerified } = checked;
    const recent = isVerified ? verified : unsigned;
    const handle = async () => handlerOf(event, options)?.(event, delivery);
    try {
      // An event without an id, such as contact.confirm, is never a duplicate.
      const isNew =
        event.event_sid === null ? handle().then(() => true) : recent.handleOnce(event.event_sid, handle);
      if (await isNew) return received;
      options.onDuplicate?.(event);
      return duplicate;
    } catch (thrown) {
      (options.onFailed ?? reportFailure)(thrown, event);
      return { status: 500, message: "The event could not be handled." };
    }
  };
  return { node: nodeHandler(respond), fetch: fetchHandler(respond) };
}

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

function handlerOf(
  event: WebhookEvent,
  { on = {}, otherwise }: ReceiverOptions,
): EventHandler<WebhookEvent> | undefined {
  const type: string = event.event_type;
  // The handler of the event's type; TypeScript cannot infer that.
  const handler = isEventType(type) ? (on[type] as EventHandler<WebhookEvent> | undefined) : undefined;
  return handler ?? otherwise;
}

function reportMisuse({ status, reason }: Refusal): void {
  if (status === 500) console.error(`The webhook receiver failed: ${reason}`);
}

function reportFailure(error: unknown, { event_type }: WebhookEvent): void {
  console.error(`The handler of the webhook event ${event_type} failed:`, error);
}
