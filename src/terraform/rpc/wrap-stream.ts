import { Diagnostics } from "../diagnostics";
import type { Diagnostic } from "../protocol/generated/tfplugin6";
import type { Call, ProviderHandlers, ResponseOf, StreamingRpc } from "../serve/handlers";
import { protocolDiagnostics } from "./protocol-diagnostic";
import type { Session } from "./session";

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
export function redactDiagnostics(diagnostics: readonly Diagnostic[], hide: Hide): Diagnostic[] {
  return diagnostics.map((one) => ({ ...one, summary: hide(one.summary), detail: hide(one.detail) }));
}

export function isStreaming(rpc: string): rpc is StreamingRpc {
  return Object.hasOwn(EVENTS, rpc);
}

/** Wraps a streaming handler: an error becomes the last event, and secrets are removed from all events. */
export function wrapStream<Name extends StreamingRpc>(
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
