/**
 * Webhook events of the RBL monitoring service: signatures, event types, and a receiver. It has no dependencies except Node.js.
 */

export {
  EventError,
  type EventOf,
  type EventType,
  eventTypes,
  isEventType,
  isKnownEvent,
  type KnownEvent,
  parseEvent,
  sampleEvent,
  type UnknownEvent,
  type WebhookEvent,
} from "./events";
export type { FetchHandler, NodeHandler } from "./handlers";
export { createReceiver, type Receiver } from "./receiver";
export type { Delivery, EventHandler, ReceiverOptions, Refusal } from "./receiver-options";
export { type RawBody, type SignatureOptions, signatureHeader, verifySignature } from "./signature";
