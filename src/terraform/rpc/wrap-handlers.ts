import { Diagnostics } from "../diagnostics";
import { type Diagnostic, type FunctionError, ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, UnaryRpc } from "../serve/handlers";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";
import { isStreaming, redactDiagnostics, wrapStream } from "./wrap-stream";

/** The messages of a response. */
interface ResponseMessages {
  readonly diagnostics?: readonly Diagnostic[];
  readonly error?: FunctionError | undefined;
}

type Handler = (request: unknown, call: Call) => Promise<ResponseMessages>;

/**
 * Wraps all handlers, so that none fails. A thrown error, such as for an invalid value or an unknown type, becomes an empty
 * response with a diagnostic: Terraform shows it, and keeps its state.
 */
export function wrapHandlers(session: Session, handlers: ProviderHandlers): ProviderHandlers {
  const wrapped = Object.entries(handlers).map(([rpc, handler]) => [
    rpc,
    isStreaming(rpc)
      ? wrapStream(session, rpc, handler as never)
      : wrapHandler(session, rpc as UnaryRpc, handler as Handler),
  ]);
  return Object.fromEntries(wrapped) as ProviderHandlers;
}

function wrapHandler(session: Session, rpc: UnaryRpc, handler: Handler): Handler {
  return async (request, call) => {
    const diagnostics = new Diagnostics();
    const response = await session.attempt(diagnostics, `answer ${rpc}`, () => handler(request, call));
    if (response !== undefined) return withoutSecrets(session, response);
    const empty: object = ProviderDefinition.methods[rpc].responseType.decode(new Uint8Array());
    return withoutSecrets(session, { ...empty, diagnostics: protocolDiagnostics({}, diagnostics.list) });
  };
}

/** Removes secrets from the diagnostics, and from the error of a function. */
function withoutSecrets({ provider }: Session, response: ResponseMessages): object {
  const hide = (text: string) => provider.secrets?.hide(text) ?? text;
  const { diagnostics, error } = response;
  return {
    ...response,
    ...(diagnostics && { diagnostics: redactDiagnostics(diagnostics, hide) }),
    ...(error && { error: { ...error, text: hide(error.text) } }),
  };
}
