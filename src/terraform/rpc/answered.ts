import { Diagnostics } from "../diagnostics";
import { type Diagnostic, type FunctionError, ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, UnaryRpc } from "../serve/handlers";
import { answeredStream, hiddenIn, isStreaming } from "./answered-streams";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";

/** What an answer says to people. */
interface Answer {
  readonly diagnostics?: readonly Diagnostic[];
  readonly error?: FunctionError | undefined;
}

type Handler = (request: unknown, call: Call) => Promise<Answer>;

/**
 * The handlers, of which none fails: what one throws before or after its own work (a value that cannot be read or
 * written, a type that the provider does not have) is an empty answer with a diagnostic. Terraform tells that to the
 * user, and keeps the state that it has.
 */
export function answered(session: Session, handlers: ProviderHandlers): ProviderHandlers {
  const wrapped = Object.entries(handlers).map(([rpc, handler]) => [
    rpc,
    isStreaming(rpc)
      ? answeredStream(session, rpc, handler as never)
      : answer(session, rpc as UnaryRpc, handler as Handler),
  ]);
  return Object.fromEntries(wrapped) as ProviderHandlers;
}

function answer(session: Session, rpc: UnaryRpc, handler: Handler): Handler {
  return async (request, call) => {
    const diagnostics = new Diagnostics();
    const response = await session.attempt(diagnostics, `answer ${rpc}`, () => handler(request, call));
    if (response !== undefined) return withoutSecrets(session, response);
    const empty: object = ProviderDefinition.methods[rpc].responseType.decode(new Uint8Array());
    return withoutSecrets(session, { ...empty, diagnostics: protocolDiagnostics({}, diagnostics.list) });
  };
}

/** An answer whose diagnostics, and whose error if it is a function's, show no secret. */
function withoutSecrets({ provider }: Session, response: Answer): object {
  const hide = (text: string) => provider.secrets?.hide(text) ?? text;
  const { diagnostics, error } = response;
  return {
    ...response,
    ...(diagnostics && { diagnostics: hiddenIn(diagnostics, hide) }),
    ...(error && { error: { ...error, text: hide(error.text) } }),
  };
}
