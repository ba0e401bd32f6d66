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
export interface ServiceDefinition {
  /** With its package, as in the path of a call. */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, Method>>;
}

/** The context of a call. */
export interface Call {
  /** Aborts when the client cancels the call, the connection ends, or the deadline passes. */
  readonly signal: AbortSignal;
}

/** A stream of response messages, open until `end`. */
export interface ResponseStream<Response> extends Call {
  /** Sends a message. Returns false if the write buffer is full. @throws StatusError if the message is too long */
  readonly write: (message: Response) => boolean;
  /** Resolves when the write buffer is drained, when the call ends, or when `signal` aborts. */
  readonly drained: (signal: AbortSignal) => Promise<void>;
  readonly end: () => void;
}

/** An encoded message. */
export class Encoded {
  constructor(readonly bytes: Uint8Array) {}
}

type RequestOf<M> = M extends { requestType: Codec<infer Request> } ? Request : never;
type ResponseOf<M> = M extends { responseType: Codec<infer Response> } ? Response : never;

/** Returns one message. A thrown StatusError sets the status; other errors are INTERNAL. */
export type Unary<Request, Response> = (request: Request, call: Call) => Promise<Response | Encoded>;

/** Sends any number of messages. A thrown error ends the stream with a status, as in a unary call. */
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

/** The handler of one path. */
export type Route = { readonly method: Method } & (
  | { readonly kind: "unary"; readonly handler: Unary<unknown, unknown> }
  | { readonly kind: "streaming"; readonly handler: Streaming<unknown, unknown> }
);

/** The routes of a service, by path. */
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
