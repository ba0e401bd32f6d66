import type { BinaryWriter } from "@bufbuild/protobuf/wire";

/** How a message is read and written. */
interface Codec<Message> {
  decode(bytes: Uint8Array): Message;
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** A method as the generated code defines it. None here takes a stream. */
// biome-ignore lint/suspicious/noExplicitAny: each method has messages of its own.
export interface Method<Request = any, Response = any> {
  /** As in the path of a call. */
  readonly name: string;
  readonly requestType: Codec<Request>;
  readonly requestStream: false;
  readonly responseType: Codec<Response>;
  readonly responseStream: boolean;
}

/** A service as the generated code defines it. */
export interface ServiceDefinition {
  /** With its package, as in the path of a call. */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, Method>>;
}

/** What a handler knows of its call besides the request. */
export interface Call {
  /** Aborts when the client cancels the call, its connection ends, or its time is over. */
  readonly signal: AbortSignal;
}

/** An answer of any number of messages, which is open until it is ended. */
export interface ResponseStream<Response> extends Call {
  /** Sends a message; false if the client has not taken it yet. @throws StatusError if it is too long */
  readonly write: (message: Response) => boolean;
  /** Settles when the client has taken what was sent, when the call is over, or when `impatient` aborts. */
  readonly taken: (impatient: AbortSignal) => Promise<void>;
  readonly end: () => void;
}

/** A message that is encoded already. */
export class Encoded {
  constructor(readonly bytes: Uint8Array) {}
}

type RequestOf<M> = M extends { requestType: Codec<infer Request> } ? Request : never;
type ResponseOf<M> = M extends { responseType: Codec<infer Response> } ? Response : never;

/** Answers with one message, or fails: with a status of its own (StatusError), otherwise as INTERNAL. */
export type Unary<Request, Response> = (request: Request, call: Call) => Promise<Response | Encoded>;

/** Answers with any number of messages, now or later. What it throws ends the answer, as that of a unary call. */
export type Streaming<Request, Response> = (
  request: Request,
  stream: ResponseStream<Response>,
) => void | Promise<void>;

/** The handlers of a service. A method without one is UNIMPLEMENTED. */
export type Handlers<Definition extends ServiceDefinition> = {
  readonly [Name in keyof Definition["methods"]]?: Definition["methods"][Name]["responseStream"] extends true
    ? Streaming<RequestOf<Definition["methods"][Name]>, ResponseOf<Definition["methods"][Name]>>
    : Unary<RequestOf<Definition["methods"][Name]>, ResponseOf<Definition["methods"][Name]>>;
};

/** What answers the calls of one path. */
export type Route = { readonly method: Method } & (
  | { readonly kind: "unary"; readonly handler: Unary<unknown, unknown> }
  | { readonly kind: "streaming"; readonly handler: Streaming<unknown, unknown> }
);

/** The routes of a service, by the path of a call. */
export function routes<Definition extends ServiceDefinition>(
  definition: Definition,
  handlers: Handlers<Definition>,
): readonly (readonly [path: string, Route])[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const method = definition.methods[name] as Method;
    const kind = method.responseStream ? "streaming" : "unary";
    return [`/${definition.fullName}/${method.name}`, { method, kind, handler } as Route];
  });
}
