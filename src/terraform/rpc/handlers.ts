import type { AnyProvider } from "../definition/provider";
import { Diagnostics } from "../diagnostics";
import { type Diagnostic, type FunctionError, ProviderDefinition } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, ResponseOf, StreamingRpc, UnaryRpc } from "../serve/handlers";
import type { Logger } from "../serve/log";
import { actionRpcs } from "./action-rpcs";
import { dataRpcs } from "./data-rpcs";
import { ephemeralRpcs } from "./ephemeral-rpcs";
import { functionRpcs } from "./function-rpcs";
import { listRpcs } from "./list-rpcs";
import { protocolDiagnostics } from "./protocol-diagnostic";
import { providerRpcs } from "./provider-rpcs";
import { resourceRpcs } from "./resource-rpcs";
import { Session } from "./session";

/** Creates the handlers of all RPCs for a provider, with one session. Call it once per process. */
export function createHandlers(provider: AnyProvider, logger: Logger): ProviderHandlers {
  const session = new Session(provider, logger);
  return wrapHandlers(session, {
    ...providerRpcs(session),
    ...resourceRpcs(session),
    ...dataRpcs(session),
    ...ephemeralRpcs(session),
    ...actionRpcs(session),
    ...functionRpcs(session),
    ...listRpcs(session),
  });
}

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
function wrapHandlers(session: Session, handlers: ProviderHandlers): ProviderHandlers {
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

type Hide = (text: string) => string;

/** How the events of a streaming RPC carry messages. */
interface Events<Event> {
  /** The event that ends a stream with errors. */
  readonly failed: (diagnostics: Diagnostic[]) => Event;
  /** The event with every text passed through `hide`. */
  readonly hidden: (event: Event, hide: Hide) => Event;
}

const EVENTS: { readonly [Name in StreamingRpc]: Events<ResponseOf<Name>> } = {
  listResource: {
    failed: (diagnostic) => ({ displayName: "", diagnostic }),
    hidden: (event, hide) => ({
      ...event,
      displayName: hide(event.displayName),
      diagnostic: redactDiagnostics(event.diagnostic, hide),
    }),
  },
  invokeAction: {
    failed: (diagnostics) => ({ type: { $case: "completed", value: { diagnostics } } }),
    hidden: ({ type }, hide) => {
      if (type?.$case === "progress")
        return { type: { ...type, value: { message: hide(type.value.message) } } };
      if (type?.$case === "completed")
        return { type: { ...type, value: { diagnostics: redactDiagnostics(type.value.diagnostics, hide) } } };
      return {};
    },
  },
};

/** Diagnostics with every text passed through `hide`. */
function redactDiagnostics(diagnostics: readonly Diagnostic[], hide: Hide): Diagnostic[] {
  return diagnostics.map((one) => ({ ...one, summary: hide(one.summary), detail: hide(one.detail) }));
}

function isStreaming(rpc: string): rpc is StreamingRpc {
  return Object.hasOwn(EVENTS, rpc);
}

/** Wraps a streaming handler: an error becomes the last event, and secrets are removed from all events. */
function wrapStream<Name extends StreamingRpc>(
  session: Session,
  rpc: Name,
  handler: NonNullable<ProviderHandlers[Name]>,
): (request: unknown, call: Call) => AsyncIterable<ResponseOf<Name>> {
  const { failed, hidden } = EVENTS[rpc] as unknown as Events<ResponseOf<Name>>;
  const hide: Hide = (text) => session.provider.secrets?.hide(text) ?? text;
  return async function* (request, call) {
    const diagnostics = new Diagnostics();
    const events = (handler as (request: unknown, call: Call) => AsyncIterable<ResponseOf<Name>>)(
      request,
      call,
    );
    try {
      for await (const event of events) yield hidden(event, hide);
    } catch (thrown) {
      // A cancelled call needs no error.
      if (call.signal.aborted) return;
      await session.attempt(diagnostics, `answer ${rpc}`, () => Promise.reject(thrown));
      yield hidden(failed(protocolDiagnostics({}, diagnostics.list)), hide);
    }
  };
}
