import type { AnyListResource, ListedObject } from "../definition/list-resource";
import { PrivateState } from "../definition/private-state";
import type { AnyResource } from "../definition/resource";
import { DiagnosticError, Diagnostics } from "../diagnostics";
import { printableLines } from "../printable-text";
import type { ListResource_Event, ListResource_Request } from "../protocol/generated/tfplugin6";
import type { Call } from "../serve/handlers";
import { isFullyKnown } from "../values/value";
import { encodeObject } from "./dynamic-value";
import { encodeIdentity } from "./identity";
import { importAndRead } from "./refresh";
import type { Rpcs, Session } from "./session";

/** The RPC of list resources. */
export function listRpcs(session: Session): Rpcs<"listResource"> {
  return {
    async *listResource(request, call) {
      const list = session.find("listResources", request.typeName);
      const resource = session.find("resources", request.typeName);
      yield* new ListRun(session, list, resource, request, call).events();
    },
  };
}

/** One run of a list resource. It ends at the limit, when the call is cancelled, and when Terraform asks to stop. */
class ListRun {
  private readonly diagnostics = new Diagnostics();
  private warned = 0;
  private sent = 0;
  private isComplete = false;
  private readonly doing: string;

  constructor(
    private readonly session: Session,
    private readonly list: AnyListResource<unknown>,
    private readonly resource: AnyResource<unknown>,
    private readonly request: ListResource_Request,
    private readonly call: Call,
  ) {
    this.doing = `list ${request.typeName}`;
  }

  async *events(): AsyncIterable<ListResource_Event> {
    if (this.request.limit <= 0) return;
    const { call, session } = this;
    const over = new AbortController();
    const signal = AbortSignal.any([call.signal, session.stop, over.signal]);
    try {
      yield* untilAborted(this.results(signal), signal);
    } finally {
      over.abort();
    }
    if (this.isComplete || call.signal.aborted) return;
    // Terraform shows a partial list as if it were complete.
    this.diagnostics.warning(
      "Incomplete list",
      `Terraform was interrupted before the provider could ${this.doing} completely.`,
    );
    yield* this.warnings();
  }

  private async *results(signal: AbortSignal): AsyncIterable<ListResource_Event> {
    try {
      for await (const listed of this.listed(signal)) {
        const event = await this.eventOf(listed, signal);
        yield* this.warnings();
        if (event === undefined) continue;
        this.sent += 1;
        this.isComplete = this.sent >= this.request.limit;
        yield event;
        if (this.isComplete) return;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      await this.session.attempt(this.diagnostics, this.doing, () => Promise.reject(thrown));
    }
    if (signal.aborted) return;
    this.isComplete = true;
    yield* this.warnings();
  }

  /** @throws DiagnosticError if the objects cannot be listed */
  private listed(signal: AbortSignal): AsyncIterable<ListedObject> {
    const { session, list, request, doing, diagnostics } = this;
    const config = session.config(list, request.config);
    if (!isFullyKnown(config)) {
      throw new DiagnosticError(
        "Unknown list arguments",
        `The provider cannot ${doing} with unknown arguments. Set them from variables or locals.`,
      );
    }
    const context = session.requireContext(doing);
    return list.list({ config, context, limit: request.limit, diagnostics, signal });
  }

  /** The event of an object; undefined, with a warning, if its state is requested and cannot be read. */
  private async eventOf(
    { identity, displayName }: ListedObject,
    signal: AbortSignal,
  ): Promise<ListResource_Event | undefined> {
    const { session, resource, request } = this;
    const event = {
      identity: encodeIdentity(resource, identity),
      displayName: printableLines(session.hide(displayName).replace(/\s+/gu, " ")),
      diagnostic: [],
    };
    if (!request.includeResourceObject) return event;
    const { attributes } = resource;
    const call = { context: session.requireContext(this.doing), signal, privateState: new PrivateState() };
    const problems = new Diagnostics();
    const state = await session.attempt(problems, `read ${displayName}`, () =>
      importAndRead(resource, { ...call, diagnostics: problems, id: "", identity }),
    );
    for (const { summary, detail } of problems.list)
      this.diagnostics.warning(summary, `While reading ${displayName}: ${detail}`);
    // Terraform crashes on an object without a state when it generates configuration.
    if (state === undefined || state === null || problems.hasErrors) return undefined;
    session.collectSecrets(resource, state);
    return { ...event, resourceObject: encodeObject(attributes, state) };
  }

  /** New diagnostics, in their own event. After the first object, Terraform drops the list for an error. */
  private *warnings(): Iterable<ListResource_Event> {
    const latest = this.diagnostics.list.slice(this.warned);
    if (latest.length === 0) return;
    this.warned += latest.length;
    const severity = this.sent === 0 ? undefined : ({ severity: "warning" } as const);
    const diagnostics = latest.map((one) => ({ ...one, ...severity }));
    yield { displayName: "", diagnostic: this.session.report(this.list.attributes, diagnostics) };
  }
}

/**
 * Yields the items until the signal aborts. Then it ends immediately, without waiting for the next item.
 */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]();
  let abort = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => resolve(undefined);
  });
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      next.catch(() => {});
      const item = await Promise.race([next, aborted]);
      if (item === undefined || item.done) return;
      yield item.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    void iterator.return?.()?.catch(() => {});
  }
}
