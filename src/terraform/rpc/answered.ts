import { Diagnostics } from "../diagnostics";
import { ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, Rpc } from "../serve/handlers";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";

type Handler = (request: unknown, call: Call) => Promise<object>;

/**
 * The handlers, of which none fails: what one throws before or after its own work (a value that cannot be read or
 * written, a type that the provider does not have) is an empty answer with a diagnostic. Terraform tells that to the
 * user, and keeps the state that it has.
 */
export function answered(session: Session, handlers: ProviderHandlers): ProviderHandlers {
  const wrapped = Object.entries(handlers).map(([rpc, handler]) => [
    rpc,
    answer(session, rpc as Rpc, handler as Handler),
  ]);
  return Object.fromEntries(wrapped) as ProviderHandlers;
}

function answer(session: Session, rpc: Rpc, handler: Handler): Handler {
  return async (request, call) => {
    const diagnostics = new Diagnostics();
    const response = await session.attempt(diagnostics, `answer ${rpc}`, () => handler(request, call));
    if (response !== undefined) return response;
    const empty: object = ProviderDefinition.methods[rpc].responseType.decode(new Uint8Array());
    return { ...empty, diagnostics: protocolDiagnostics({}, diagnostics.list) };
  };
}
