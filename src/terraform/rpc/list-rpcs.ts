import type { AnyListResource, ListItem } from "../definition/list-resource";
import { PrivateState } from "../definition/private-state";
import type { AnyResource } from "../definition/resource";
import { type Diagnostic, DiagnosticError, Diagnostics } from "../diagnostics";
import { printableLine } from "../printable-text";
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
      yield* new ListRun(session, request, call).events();
    },
  };
}

/** One run of a list resource. It ends at the limit, when the call is cancelled, and when Terraform asks to stop. */
class ListRun {
  readonly #session: Session;
  readonly #request: ListResource_Request;
  readonly #call: Call;
  readonly #list: AnyListResource<unknown>;
  readonly #resource: AnyResource<unknown>;
  readonly #operation: string;
  readonly #diagnostics = new Diagnostics();
  /** The number of diagnostics that are sent. */
  #reported = 0;
  /** The number of objects that are sent. */
  #sent = 0;
  #isComplete = false;

  constructor(session: Session, request: ListResource_Request, call: Call) {
    this.#session = session;
    this.#request = request;
    this.#call = call;
    this.#list = session.find("listResources", request.typeName);
    this.#resource = session.find("resources", request.typeName);
    this.#operation = `list ${request.typeName}`;
  }

  async *events(): AsyncIterable<ListResource_Event> {
    if (this.#request.limit <= 0) return;
    const over = new AbortController();
    const signal = AbortSignal.any([this.#call.signal, this.#session.stop, over.signal]);
    try {
      yield* untilAborted(this.#results(signal), signal);
    } finally {
      over.abort();
    }
    if (this.#isComplete || this.#call.signal.aborted) return;
    // Terraform shows a partial list as if it were complete.
    this.#diagnostics.warning(
      "Incomplete list",
      `Terraform was interrupted before the provider could ${this.#operation} completely.`,
    );
    yield* this.#newDiagnostics();
  }

  async *#results(signal: AbortSignal): AsyncIterable<ListResource_Event> {
    try {
      for await (const object of this.#objects(signal)) {
        const event = await this.#eventOf(object, signal);
        yield* this.#newDiagnostics();
        if (event === undefined) continue;
        this.#sent += 1;
        this.#isComplete = this.#sent >= this.#request.limit;
        yield event;
        if (this.#isComplete) return;
      }
    } catch (thrown) {
      if (signal.aborted) return;
      await this.#session.attempt(this.#diagnostics, this.#operation, () => Promise.reject(thrown));
    }
    if (signal.aborted) return;
    this.#isComplete = true;
    yield* this.#newDiagnostics();
  }

  /** @throws DiagnosticError if the list cannot be read */
  #objects(signal: AbortSignal): AsyncIterable<ListItem> {
    const config = this.#session.config(this.#list, this.#request.config);
    if (!isFullyKnown(config)) {
      throw new DiagnosticError(
        "Unknown list arguments",
        `The provider cannot ${this.#operation} with unknown arguments. Set them from variables or locals.`,
      );
    }
    const context = this.#session.requireContext(this.#operation);
    const { limit } = this.#request;
    return this.#list.list({ config, context, limit, diagnostics: this.#diagnostics, signal });
  }

  /** The event of an object; undefined, with a warning, if its state is requested and cannot be read. */
  async #eventOf(
    { identity, displayName }: ListItem,
    signal: AbortSignal,
  ): Promise<ListResource_Event | undefined> {
    const session = this.#session;
    const resource = this.#resource;
    const event = {
      identity: encodeIdentity(resource, identity),
      displayName: printableLine(session.hide(displayName)),
      diagnostic: [],
    };
    if (!this.#request.includeResourceObject) return event;
    const context = session.requireContext(this.#operation);
    const call = { context, signal, privateState: new PrivateState() };
    const problems = new Diagnostics();
    const state = await session.attempt(problems, `read ${displayName}`, () =>
      importAndRead(resource, { ...call, diagnostics: problems, id: "", identity }),
    );
    for (const { summary, detail } of problems.list)
      this.#diagnostics.warning(summary, `While reading ${displayName}: ${detail}`);
    // Terraform crashes on an object without a state when it generates configuration.
    if (state === undefined || state === null || problems.hasErrors) return undefined;
    session.collectSecrets(resource, state);
    return { ...event, resourceObject: encodeObject(resource.attributes, state) };
  }

  /** The diagnostics that are not sent yet, in their own event. After the first object, Terraform drops the list for an error. */
  *#newDiagnostics(): Iterable<ListResource_Event> {
    const latest = this.#diagnostics.list.slice(this.#reported);
    if (latest.length === 0) return;
    this.#reported += latest.length;
    const diagnostics = latest.map(
      (diagnostic): Diagnostic => (this.#sent === 0 ? diagnostic : { ...diagnostic, severity: "warning" }),
    );
    yield { displayName: "", diagnostic: this.#session.report(this.#list.attributes, diagnostics) };
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
