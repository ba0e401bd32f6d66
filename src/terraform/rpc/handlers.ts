import type { Provider } from "../definition/provider";
import { Diagnostics } from "../diagnostics";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, UnaryRpc } from "../serve/handlers";
import type { Logger } from "../serve/log";
import { actionRpcs, invokeAction } from "./action-rpcs";
import { changeRpcs } from "./change-rpcs";
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
    ...changeRpcs(session),
    ...readRpcs(session),
    ...actionRpcs(session),
    ...functionRpcs(session),
  };
  const wrapped = Object.entries(handlers).map(([rpc, handler]) => [
    rpc,
    wrapHandler(session, rpc as UnaryRpc, handler as Handler),
  ]);
  return {
    ...(Object.fromEntries(wrapped) as ProviderHandlers),
    // These report their own errors, as the last event.
    invokeAction: (request, call) => invokeAction(session, request, call),
    listResource: (request, call) => listResource(session, request, call),
  };
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
