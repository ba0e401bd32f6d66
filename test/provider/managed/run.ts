import { type Emulator, type EmulatorOptions, startEmulator } from "../../../src/emulator/emulator";
import { Account, type AccountRules } from "../../../src/provider/account";
import { rblmonitorProvider } from "../../../src/provider/provider";
import { provider } from "../../../src/terraform/definition/provider";
import type {
  Diagnostic,
  PlanResourceChange_Response,
} from "../../../src/terraform/protocol/generated/tfplugin6";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { createLogger } from "../../../src/terraform/serve/log";
import { asObject, type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";
import type { Value } from "../../../src/terraform/values/value";
import { manualClock } from "../../client/support/clock";
import { received, reported, sent, session } from "../../terraform/rpc/session";

const silent = createLogger({ level: "off", stream: { write: () => undefined }, module: "test" });
const { resources } = rblmonitorProvider(silent, {});

const open: { close(): Promise<void> }[] = [];

/** Ends what the tests opened, for `afterEach`. */
export async function closeRuns(): Promise<void> {
  await Promise.all(open.splice(0).map((one) => one.close()));
}

/** An emulated account without request limits. */
export async function emulated(options: EmulatorOptions = {}): Promise<Emulator> {
  const service = await startEmulator({ limits: "off", ...options });
  open.push(service);
  return service;
}

/** One resource of a configuration, with what Terraform keeps of it from run to run. */
export class Managed {
  state: ObjectValue | null = null;
  notes: Uint8Array = new Uint8Array();

  constructor(
    /** The type without `rblmonitor_`. */
    readonly type: string,
    readonly config: ObjectValue,
  ) {}

  get attributes(): Attributes {
    return resources[`rblmonitor_${this.type}`]?.attributes ?? {};
  }

  /** The ids of all objects that it manages. */
  get ids(): readonly string[] {
    const members = Array.isArray(this.state?.members) ? this.state.members : [];
    const ids = [this.state?.id, ...members.map((member: Value) => asObject(member)?.id)];
    return [...new Set(ids.filter((id) => typeof id === "string"))];
  }
}

/** What came of a change of one resource: its diagnostics as texts. */
export interface Applied {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** One run of Terraform: a process of the provider whose every wait ends immediately. */
export interface Run {
  /** Plans the configuration, or the destruction, without a read. */
  plan(managed: Managed, config?: ObjectValue | null): Promise<Applied>;
  /**
   * Reads, plans and applies that configuration, or destroys without one. True in `isEmpty` if nothing was to do. As in
   * Terraform, an error ends it, and to replace is to plan twice, to destroy and to create.
   * @param ignored attributes in `ignore_changes`, which keep their value in state
   */
  apply(
    managed: Managed,
    config?: ObjectValue | null,
    ignored?: readonly string[],
    options?: { readonly isRefreshed: boolean },
  ): Promise<Applied & { isEmpty: boolean; planned: ObjectValue | null }>;
  /** As Ctrl-C does. */
  stop(): void;
}

/** Begins a run; `parts` are parts of the client to exchange, `rules` the provider's settings. */
export async function beginRun(
  service: Emulator,
  parts: Partial<ConstructorParameters<typeof Account>[0]> = {},
  rules: AccountRules = {},
): Promise<Run> {
  const { url: baseUrl, accountSid, authToken } = service;
  const stopping = new AbortController();
  const account = new Account(
    { ...{ baseUrl, accountSid, authToken, clock: manualClock(), signal: stopping.signal }, ...parts },
    rules,
  );
  open.push(account);
  const { call } = session(
    provider({
      ...{ description: "", attributes: {}, dataSources: {}, ephemeralResources: {}, functions: {} },
      configure: async () => account,
      resources,
    }),
  );
  await call("configureProvider", { config: sent({}, {}) });

  const plan = (managed: Managed, config: ObjectValue | null, prior: ObjectValue | null, notes: Uint8Array) =>
    call("planResourceChange", {
      ...requestOf(managed, config, prior),
      proposedNewState: sent(managed.attributes, config && proposed(managed.attributes, config, prior)),
      priorPrivate: Buffer.from(notes),
    });
  const write = async (
    managed: Managed,
    config: ObjectValue | null,
    { plannedState, plannedPrivate }: Pick<PlanResourceChange_Response, "plannedState" | "plannedPrivate">,
  ) => {
    const request = { ...requestOf(managed, config, managed.state), plannedState, plannedPrivate };
    const made = await call("applyResourceChange", request);
    managed.state = asObject(received(managed.attributes, made.newState));
    managed.notes = made.private;
    return made.diagnostics;
  };
  const apply: Run["apply"] = async (
    managed,
    written = managed.config,
    ignored = [],
    { isRefreshed } = { isRefreshed: true },
  ) => {
    const { attributes } = managed;
    const diagnostics: Diagnostic[] = [];
    const hasFailed = () => split(diagnostics).errors.length > 0;
    if (managed.state !== null && isRefreshed) {
      const current = { currentState: sent(attributes, managed.state), private: Buffer.from(managed.notes) };
      const read = await call("readResource", { typeName: `rblmonitor_${managed.type}`, ...current });
      diagnostics.push(...read.diagnostics);
      managed.state = asObject(received(attributes, read.newState));
      managed.notes = read.private;
    }
    const kept = ignored.map((name) => [name, managed.state?.[name] ?? null] as const);
    const config = written && { ...written, ...(managed.state && Object.fromEntries(kept)) };
    let planned = await plan(managed, config, managed.state, managed.notes);
    diagnostics.push(...planned.diagnostics);
    const isReplaced = planned.requiresReplace.length > 0;
    if (isReplaced && !hasFailed()) {
      planned = await plan(managed, config, null, planned.plannedPrivate);
      diagnostics.push(...planned.diagnostics);
    }
    const before = Buffer.from(sent(attributes, managed.state).msgpack);
    const isEmpty = before.equals(Buffer.from(planned.plannedState?.msgpack ?? []));
    if (isReplaced && !hasFailed())
      diagnostics.push(...(await write(managed, null, { ...planned, plannedState: sent(attributes, null) })));
    if (!isEmpty && !hasFailed()) diagnostics.push(...(await write(managed, config, planned)));
    const plannedState = asObject(received(attributes, planned.plannedState));
    return { ...split(diagnostics), isEmpty, planned: plannedState };
  };
  return {
    plan: async (managed, config = managed.config) => {
      const { diagnostics } = await plan(managed, config, managed.state, managed.notes);
      return split(diagnostics);
    },
    apply,
    stop: () => stopping.abort(),
  };
}

function requestOf(managed: Managed, config: ObjectValue | null, prior: ObjectValue | null) {
  const { attributes, type } = managed;
  return {
    typeName: `rblmonitor_${type}`,
    priorState: sent(attributes, prior),
    config: sent(attributes, config),
  };
}

/** What Terraform proposes: the configuration, and the prior state where it leaves open what the provider may fill in. */
function proposed(attributes: Attributes, config: ObjectValue, prior: ObjectValue | null): ObjectValue {
  return objectValue(
    Object.entries(attributes).map(([name, { parts }]) => {
      const given = parts.writeOnly ? null : (config[name] ?? null);
      const isFilledIn = parts.presence === "computed" || parts.presence === "optional_computed";
      return [name, given === null && isFilledIn ? (prior?.[name] ?? null) : given] as const;
    }),
  );
}

function split(diagnostics: readonly Diagnostic[]): Applied {
  const of = (severity: number) => reported(diagnostics.filter((one) => one.severity === severity));
  return { errors: of(1), warnings: of(2) };
}
