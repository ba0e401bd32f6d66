import type { EventOf, EventType, WebhookEvent } from "./events";

/** How an event came: what a handler may need to pass it on or to keep it as it was sent. */
export interface Delivery {
  readonly headers: Headers;
  /** The body, byte by byte as it was signed. */
  readonly rawBody: Uint8Array;
}

/** Handles an event. The service has its answer when this is done, or 500 when it throws. */
export type EventHandler<E extends WebhookEvent> = (event: E, delivery: Delivery) => void | Promise<void>;

/** A request that was not accepted. */
export interface Refusal {
  /**
   * 400 for what is no event, 401 for the signature, 405 for another method than POST, 413 for too large a body; 500 when
   * something else has read the body, so that nobody can say what was signed.
   */
  readonly status: 400 | 401 | 405 | 413 | 500;
  readonly reason: string;
}

/** How a receiver works. */
export interface ReceiverOptions {
  /**
   * The signing secret of the webhook endpoint, or several while it is being changed. Undefined, with `allowUnsigned`,
   * accepts whatever comes.
   */
  readonly secret: string | readonly string[] | undefined;
  /** Whether to do without a secret, and thus to believe anybody. False by default. */
  readonly allowUnsigned?: boolean;
  /**
   * Types of event that are accepted without a signature, such as `["contact.confirm"]`: the service may not sign what it
   * sends to contacts of type endpoint. Anyone who knows the URL can send these. A wrong signature is still refused. None
   * by default.
   */
  readonly unsigned?: readonly (EventType | (string & {}))[];
  /** Seconds that a signature may be old, 300 by default (docs/design/api.md#limits). */
  readonly tolerance?: number;
  /** Bytes that a body may have, 1 MiB by default. */
  readonly maxBodySize?: number;
  /** How many events are remembered, so that none is handled twice; 10,000 by default. They are kept in memory. */
  readonly maxRemembered?: number;
  /** Handlers by type of event. */
  readonly on?: { readonly [T in EventType]?: EventHandler<EventOf<T>> };
  /** Handles what has no handler in `on`, such as types that are not known yet. By default nothing is done. */
  readonly otherwise?: EventHandler<WebhookEvent>;
  /** Is told of each request that is not accepted. By default `console.error` is, of those with 500. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** Is told when a handler throws. By default `console.error` is. */
  readonly onFailed?: (error: unknown, event: WebhookEvent) => void;
  /** Milliseconds since 1970; the system's time by default. */
  readonly now?: () => number;
}
