import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import { type Call, Encoded, Status, StatusError } from "./grpc/service";
import type { ProviderHandlers, Rpc, UnaryRpc } from "./handlers";
import type { Logger } from "./log";

/** The source of the provider's RPC handlers. */
export interface ProviderSource {
  readonly logger: Logger;
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

/** Creates the provider's service, which creates the handlers when they are needed. */
export function createProviderServer({ handlers, schemas }: Omit<ProviderSource, "logger">) {
  const stopping = new AbortController();
  let created: Promise<ProviderHandlers> | undefined;
  const create = async (): Promise<ProviderHandlers> => {
    const provider = await handlers();
    if (stopping.signal.aborted) await stopProvider(provider);
    return provider;
  };
  const handlerOf = (rpc: Rpc) => async (request: unknown, call: Call) => {
    const schemaRpc = schemaRpcs.find((name) => name === rpc);
    const encoded = schemaRpc && (await schemas?.())?.[schemaRpc];
    if (encoded !== undefined) return new Encoded(encoded);
    created ??= create();
    const handler = (await created)[rpc];
    if (handler === undefined) throw new StatusError(Status.UNIMPLEMENTED, "");
    const response: unknown = await handler(request as never, call);
    if (rpc === "stopProvider") stopping.abort();
    return response;
  };
  return {
    handlers: Object.fromEntries(
      Object.keys(ProviderDefinition.methods).map((rpc) => [rpc, handlerOf(rpc as Rpc)]),
    ) as ProviderHandlers,
    /** Asks the provider to stop, as Terraform does. */
    stop: async () => {
      stopping.abort();
      const provider = await created?.catch(() => undefined);
      if (provider !== undefined) await stopProvider(provider);
    },
    /** Aborts when the provider was asked to stop. */
    stopping: stopping.signal,
  };
}

async function stopProvider({ stopProvider }: ProviderHandlers): Promise<void> {
  await stopProvider?.({}, { signal: new AbortController().signal });
}
