import type { BinaryWriter } from "@bufbuild/protobuf/wire";

/** Encodes and decodes a message. */
interface Codec<Message> {
  decode(bytes: Uint8Array): Message;
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** A method as in generated code. No method has a request stream. */
// biome-ignore lint/suspicious/noExplicitAny: each method has messages of its own.
export interface Method<Request = any, Response = any> {
  /** As in the path of a call. */
  readonly name: string;
  readonly requestType: Codec<Request>;
  readonly requestStream: false;
  readonly responseType: Codec<Response>;
  readonly responseStream: boolean;
}

/** A service as in generated code. */
interface ServiceDefinition {
  /** With its package, as in the path of a call. */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, Method>>;
}

/** The context of a call. */
export interface Call {
  /** Aborts when the client cancels the call, the connection ends, or the deadline passes. */
  readonly signal: AbortSignal;
}

/** An encoded message, which a handler may return in place of the message. */
export class Encoded {
  constructor(readonly bytes: Uint8Array) {}
}

/**
 * Handles the calls of a method. A thrown StatusError sets the status; other errors are INTERNAL, and the server continues.
 *
 * A stream is an async generator of messages. The next is requested when the client has read the last one, or immediately
 * once the server is stopping. The generator must end when `call.signal` aborts: nothing is sent after that.
 */
type Handler<M extends Method> =
  M extends Method<infer Request, infer Response>
    ? (
        request: Request,
        call: Call,
      ) => M["responseStream"] extends true ? AsyncIterable<Response> : Promise<Response>
    : never;

/** The handlers of a service. A method without one is UNIMPLEMENTED. */
export type Handlers<Definition extends ServiceDefinition> = {
  readonly [Name in keyof Definition["methods"]]?: Handler<Definition["methods"][Name]>;
};

/** The handler of one path, with its name in the service's definition. */
export interface Route {
  readonly name: string;
  readonly method: Method;
  readonly handler: (request: unknown, call: Call) => unknown;
}

/** The routes of a service, by path. */
export function routes<Definition extends ServiceDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): readonly (readonly [path: string, Route])[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const method = definition.methods[name] as Method;
    return [`/${definition.fullName}/${method.name}`, { name, method, handler: handler as Route["handler"] }];
  });
}

/** The gRPC status codes that a plugin returns. */
export const Status = {
  OK: 0,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/** Ends a call with a status other than OK. The client receives the message. */
export class StatusError extends Error {
  override readonly name = "StatusError";

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Converts a thrown value to a status; INTERNAL unless it is a StatusError. */
export function statusOf(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown;
  return new StatusError(Status.INTERNAL, thrown instanceof Error ? thrown.message : String(thrown));
}
