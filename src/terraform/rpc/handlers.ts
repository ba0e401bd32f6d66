import type { Provider } from "../definition/provider";
import { Diagnostics } from "../diagnostics";
import { type Diagnostic, ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, ResponseOf, StreamingRpc, UnaryRpc } from "../serve/handlers";
import type { Logger } from "../serve/log";
import { actionRpcs } from "./action-rpcs";
import { functionRpcs } from "./function-rpcs";
import { listResource } from "./list-rpcs";
import { providerRpcs, validationRpcs } from "./provider-rpcs";
import { readRpcs } from "./read-rpcs";
import { resourceRpcs } from "./resource-rpcs";
import { type Rpcs, Session } from "./session";

type Handler = (request: unknown, call: Call) => Promise<object>;

/**
 * Creates the handlers of all RPCs for a provider, with one session. Call it once per process. There are no
 * handlers for renewals of ephemeral resources, which Terraform requests only for a resource that has a time for it, and for
 * what terraform-plugin-mux asks of the provider that it serves.
 *
 * No handler fails. A thrown error, such as for an invalid value or an unknown type, becomes an empty response with a
 * diagnostic: Terraform shows it, and keeps its state.
 */
export function createHandlers(provider: Provider, logger: Logger): ProviderHandlers {
  const session = new Session(provider, logger);
  const handlers: Omit<Rpcs, "renewEphemeralResource" | "getMetadata" | "getFunctions"> = {
    ...providerRpcs(session),
    ...validationRpcs(session),
    ...resourceRpcs(session),
    ...readRpcs(session),
    ...actionRpcs(session),
    ...functionRpcs(session),
    listResource: (request, call) => listResource(session, request, call),
  };
  const wrapped = Object.entries(handlers).map(([rpc, handler]) => [
    rpc,
    isStreaming(rpc)
      ? wrapStream(session, rpc, handler as never)
      : wrapHandler(session, rpc as UnaryRpc, handler as Handler),
  ]);
  return Object.fromEntries(wrapped) as ProviderHandlers;
}

/** Wraps a handler, and completes its responses. */
function wrapHandler(session: Session, rpc: UnaryRpc, handler: Handler): Handler {
  let empty: object | undefined;
  return async (request, call) => {
    const diagnostics = new Diagnostics();
    const response = await session.attempt(diagnostics, `answer ${rpc}`, () => handler(request, call));
    empty ??= emptyResponse(rpc);
    return { ...empty, ...(response ?? { diagnostics: session.report({}, diagnostics.list) }) };
  };
}

/** The required fields of a response. */
function emptyResponse(rpc: UnaryRpc): object {
  const empty: object = ProviderDefinition.methods[rpc].responseType.decode(new Uint8Array());
  return Object.fromEntries(Object.entries(empty).filter(([, value]) => value !== undefined));
}

/** The event that ends a stream with errors. */
const failedEvents: { readonly [Name in StreamingRpc]: (diagnostics: Diagnostic[]) => ResponseOf<Name> } = {
  listResource: (diagnostic) => ({ displayName: "", diagnostic }),
  invokeAction: (diagnostics) => ({ type: { $case: "completed", value: { diagnostics } } }),
};

function isStreaming(rpc: string): rpc is StreamingRpc {
  return Object.hasOwn(failedEvents, rpc);
}

type StreamHandler = (request: unknown, call: Call) => AsyncIterable<unknown>;

/** Wraps a streaming handler: an error becomes the last event. */
function wrapStream(session: Session, rpc: StreamingRpc, handler: StreamHandler): StreamHandler {
  return async function* (request, call) {
    try {
      yield* handler(request, call);
    } catch (thrown) {
      // A cancelled call needs no error.
      if (call.signal.aborted) return;
      const diagnostics = new Diagnostics();
      await session.attempt(diagnostics, `answer ${rpc}`, () => Promise.reject(thrown));
      yield failedEvents[rpc](session.report({}, diagnostics.list));
    }
  };
}
