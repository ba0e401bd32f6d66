import type { ListCall, ListItem, Resource } from "../definition/definition";
import { PrivateState } from "../definition/private-state";
import { type Diagnostic, DiagnosticError, Diagnostics } from "../diagnostics";
import { printableLine } from "../printable-text";
import type { ListResource_Event, ListResource_Request } from "../protocol/generated/tfplugin6";
import type { Attributes } from "../schema/attribute";
import type { Call } from "../serve/handlers";
import type { ObjectValue } from "../values/object-value";
import { isFullyKnown } from "../values/value";
import { encodeIdentity } from "./identity";
import { encodeState } from "./protocol-forms";
import type { Session } from "./session";
import { importAndRead } from "./stored-state";

/** Runs a list resource. It ends at the limit, when the call is cancelled, and when Terraform asks to stop. */
export async function* listResource(session: Session, request: ListResource_Request, call: Call) {
  const { typeName, limit, includeResourceObject } = request;
  const operation = `list ${typeName}`;
  if (limit <= 0) return;
  const over = new AbortController();
  const signal = AbortSignal.any([call.signal, session.stop, over.signal]);
  const diagnostics = new Diagnostics();
  let attributes: Attributes = {};
  /** The numbers of diagnostics and objects that are sent. */
  let [reported, sent] = [0, 0];

  /** The diagnostics that are not sent yet, in their own event. After the first object, Terraform drops the list for an error. */
  function* newDiagnostics(): Iterable<ListResource_Event> {
    const latest = diagnostics.list.slice(reported);
    if (latest.length === 0) return;
    reported += latest.length;
    const shown = latest.map((each): Diagnostic => (sent === 0 ? each : { ...each, severity: "warning" }));
    yield { displayName: "", diagnostic: session.report(attributes, shown) };
  }

  try {
    const list = session.find("listResources", typeName);
    const resource = session.find("resources", typeName);
    attributes = list.attributes;
    const config = session.config(list, request.config);
    if (!isFullyKnown(config))
      throw new DiagnosticError(
        "Unknown list arguments",
        `The provider cannot ${operation} with unknown arguments. Set them from variables or locals.`,
      );
    const context = session.requireContext(operation);
    const items = list.list({ config, context, limit, diagnostics, signal });
    for await (const item of untilAborted(items, signal)) {
      const displayName = printableLine(session.hide(item.displayName));
      const state = includeResourceObject
        ? await stateOf(session, resource, item, { context, signal, diagnostics })
        : undefined;
      if (signal.aborted) break;
      yield* newDiagnostics();
      // Terraform crashes on an object without a state when it generates configuration.
      if (state === null) continue;
      sent += 1;
      yield {
        identity: encodeIdentity(resource, item.identity),
        displayName,
        diagnostic: [],
        ...(state && { resourceObject: encodeState(resource.attributes, state) }),
      };
      if (sent >= limit) return;
    }
  } catch (thrown) {
    if (!signal.aborted) await session.attempt(diagnostics, operation, () => Promise.reject(thrown));
  } finally {
    over.abort();
  }
  if (call.signal.aborted) return;
  // Terraform shows a partial list as if it were complete.
  if (session.stop.aborted)
    diagnostics.warning(
      "Incomplete list",
      `Terraform was interrupted before the provider could ${operation} completely.`,
    );
  yield* newDiagnostics();
}

/** The state of an object; null, with a warning, if it cannot be read. */
async function stateOf(
  session: Session,
  resource: Resource,
  { identity, displayName }: ListItem,
  call: Pick<ListCall<Attributes, unknown>, "context" | "signal" | "diagnostics">,
): Promise<ObjectValue | null> {
  const problems = new Diagnostics();
  const target = { id: "", identity, privateState: new PrivateState() };
  const state = await session.attempt(problems, `read ${displayName}`, () =>
    importAndRead(resource, { ...call, ...target, diagnostics: problems }),
  );
  for (const { summary, detail } of problems.list)
    call.diagnostics.warning(summary, `While reading ${displayName}: ${detail}`);
  if (state === undefined || problems.hasErrors) return null;
  session.collectSecrets(resource, state);
  return state;
}

/**
 * Yields the items until the signal aborts, as it must in the end. Then it ends immediately, without waiting for the next
 * item.
 */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined));
  });
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      next.catch(() => {});
      const item = await Promise.race([next, aborted]);
      if (item === undefined || item.done) return;
      yield item.value;
    }
  } finally {
    void iterator.return?.()?.catch(() => {});
  }
}
