import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { type Call, Encoded, type Handlers, type ResponseStream } from "./grpc/service";
import { Status, StatusError } from "./grpc/status";
import type { ProviderHandlers, Rpc, UnaryRpc } from "./handlers";
import type { Logger } from "./log";

/** The source of the provider's RPC handlers. */
export interface ProviderSource {
  /** Creates the handlers on the first call that needs them; in debug mode, once per connection. */
  readonly handlers: () => ProviderHandlers | Promise<ProviderHandlers>;
  /**
   * The encoded responses to {@link schemaRpcs}; the handlers return missing ones. A process that receives only these
   * calls never creates the handlers.
   */
  readonly schemas?: () => Promise<Partial<Schemas> | undefined>;
}

/** The RPCs that return only schemas. */
export const schemaRpcs = [
  "getProviderSchema",
  "getResourceIdentitySchemas",
] as const satisfies readonly UnaryRpc[];

/** Encoded responses to {@link schemaRpcs}. */
export type Schemas = Readonly<Record<(typeof schemaRpcs)[number], Uint8Array>>;

/** The provider's service. */
export interface ProviderServer {
  readonly handlers: Handlers<ProviderDefinition>;
  /** Asks the provider to stop, as Terraform does. */
  readonly stop: () => Promise<void>;
  /** Resolves when no call is in progress. */
  readonly idle: () => Promise<void>;
}

type Handler<Of extends Call = Call> = (request: unknown, call: Of) => Promise<unknown>;
type StreamHandler = (request: unknown, call: Call) => AsyncIterable<unknown>;

/** Creates the provider's service: tracks and logs calls, and creates the handlers when they are needed. */
export function createProviderServer({ handlers, schemas }: ProviderSource, logger: Logger): ProviderServer {
  const calls = createCalls();
  const stopping = new AbortController();
  let created: Promise<ProviderHandlers> | undefined;
  const create = async (): Promise<ProviderHandlers> => {
    const provider = await handlers();
    if (stopping.signal.aborted) await stopProvider(provider);
    return provider;
  };
  const handlerOf = async <Kind>(rpc: Rpc): Promise<Kind> => {
    created ??= create();
    const handler = (await created)[rpc];
    if (handler === undefined) throw new StatusError(Status.UNIMPLEMENTED, "");
    return handler as Kind;
  };
  const byHandler =
    (rpc: Rpc): Handler =>
    async (request, call) =>
      (await handlerOf<Handler>(rpc))(request, call);
  const byStream =
    (rpc: Rpc): Handler<ResponseStream<unknown>> =>
    async (request, stream) => {
      const events = (await handlerOf<StreamHandler>(rpc))(request, stream);
      for await (const event of events) {
        if (stream.signal.aborted) break;
        if (!stream.write(event)) await stream.drained(stopping.signal);
      }
      stream.end();
    };
  const fromSchemas =
    (rpc: keyof Schemas): Handler =>
    async (request, call) => {
      const encoded = (await schemas?.())?.[rpc];
      return encoded === undefined ? byHandler(rpc)(request, call) : new Encoded(encoded);
    };
  const answers: Partial<Record<Rpc, Handler>> = {
    ...Object.fromEntries(schemaRpcs.map((rpc) => [rpc, fromSchemas(rpc)])),
    async stopProvider(request, call) {
      const stopped = await byHandler("stopProvider")(request, call);
      stopping.abort();
      return stopped;
    },
  };
  const methods = Object.entries(ProviderDefinition.methods) as [Rpc, { responseStream: boolean }][];
  return {
    handlers: Object.fromEntries(
      methods.map(([rpc, { responseStream }]) => {
        const handler = responseStream ? byStream(rpc) : (answers[rpc] ?? byHandler(rpc));
        return [rpc, logged(rpc, handler as Handler, calls, logger)];
      }),
    ) as Handlers<ProviderDefinition>,
    stop: async () => {
      stopping.abort();
      const provider = await created?.catch(() => undefined);
      if (provider !== undefined) await stopProvider(provider);
    },
    idle: calls.idle,
  };
}

async function stopProvider({ stopProvider }: ProviderHandlers): Promise<void> {
  await stopProvider?.({}, { signal: new AbortController().signal });
}

function logged(rpc: Rpc, handler: Handler, calls: Calls, logger: Logger): Handler {
  const answer: Handler = async (request, call) => {
    logger.trace("Call", { rpc });
    try {
      return await handler(request, call);
    } catch (error) {
      if (!(error instanceof StatusError))
        logger.error("Call failed because of a bug in the provider", { rpc, error });
      throw error;
    }
  };
  return (request, call) => calls.track(answer(request, call));
}

/** Tracks the calls in progress. */
interface Calls {
  /** Tracks `call` until it settles, and returns it. */
  readonly track: <Result>(call: Promise<Result>) => Promise<Result>;
  /** Resolves when no call is in progress. */
  readonly idle: () => Promise<void>;
}

function createCalls(): Calls {
  const running = new Set<Promise<unknown>>();
  return {
    track: (call) => {
      running.add(call);
      const settled = () => running.delete(call);
      call.then(settled, settled);
      return call;
    },
    idle: async () => {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
