import type { EventOf, EventType, WebhookEvent } from "./events";
import type { SignatureOptions } from "./signature";

/** The raw request of an event, for forwarding or storing it. */
export interface Delivery {
  readonly headers: Headers;
  /** The body as signed. */
  readonly rawBody: Uint8Array;
}

/** Handles an event. The response is sent when the handler is done: 200, or 500 if it throws. */
export type EventHandler<E extends WebhookEvent> = (event: E, delivery: Delivery) => void | Promise<void>;

/** A rejected request. */
export interface Refusal {
  /**
   * 400 for an invalid event, 401 for the signature, 405 for a method other than POST, 413 if the body is too large, and 500 if
   * other code has read the body, so that the signature cannot be checked.
   */
  readonly status: 400 | 401 | 405 | 413 | 500;
  readonly reason: string;
}

/** Options of a receiver. */
export interface ReceiverOptions extends SignatureOptions {
  /**
   * The signing secret of the webhook endpoint, or several during a rotation. Undefined requires `allowUnsigned`.
   */
  readonly secret: string | readonly string[] | undefined;
  /** Whether to accept all requests without a secret. Defaults to false. */
  readonly allowUnsigned?: boolean;
  /**
   * Event types that are accepted without a signature, such as `["contact.confirm"]`: the service may not sign events for
   * contacts of type endpoint. Anyone who knows the URL can send these. Invalid signatures are still rejected. Defaults to
   * none.
   */
  readonly unsigned?: readonly (EventType | (string & {}))[];
  /** The maximum size of a body in bytes. Defaults to 1 MiB. */
  readonly maxBodySize?: number;
  /** The number of event ids kept in memory for deduplication. Defaults to 10,000. */
  readonly maxRemembered?: number;
  /** Handlers by event type. */
  readonly on?: { readonly [T in EventType]?: EventHandler<EventOf<T>> };
  /** Handles events without a handler in `on`, such as unknown types. By default, they are ignored. */
  readonly otherwise?: EventHandler<WebhookEvent>;
  /** Called for an event that was handled before. By default, it is only answered. */
  readonly onDuplicate?: (event: WebhookEvent) => void;
  /**
   * Handles a body with a valid signature that cannot be read as an event, such as one with a list for a number. The service gets
   * 200, or 500 if it throws. By default, the service gets 400, and the reason is logged with `console.error`. `reason` names the
   * type and the field, but no values.
   */
  readonly onUnreadable?: (rawBody: Uint8Array, reason: string) => void | Promise<void>;
  /**
   * Called for each rejected request. By default, those with status 500, and signed events that are invalid, are logged with
   * `console.error`.
   */
  readonly onRefused?: (refusal: Refusal) => void;
  /** Called when a handler throws. By default, the error is logged with `console.error`. */
  readonly onFailed?: (error: unknown, event: WebhookEvent) => void;
}
