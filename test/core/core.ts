import { decodeJson } from "../../src/terraform/values/json";
import { asObject, type ObjectValue } from "../../src/terraform/values/object-value";
import { unknown } from "../../src/terraform/values/value";
import { type Configuration, createsFirst, dependencies, evaluated, type Lookup } from "./configuration";
import { applyGraph, cycle, deposedKey, type Graph, inOrder, type Step } from "./graph";
import {
  type Action,
  applied,
  type Change,
  confirmPlan,
  imported,
  isReplacement,
  plannedChange,
  plannedDestruction,
  readStored,
  refreshed,
  stored,
  validated,
} from "./instance";
import { CoreKilled, type Diagnostic, Failed, Plugin, type PluginProcess } from "./plugin";
import { type Instance, type State, withObject } from "./state";
import { type CoreVersion, terraform_1_11 } from "./version";

/** How a core works. */
export interface CoreOptions {
  /** Starts a plugin process: one for each walk, as a core does. */
  start(): PluginProcess;
  /** Default: Terraform 1.11. */
  readonly version?: CoreVersion;
  /** How many resources are worked on at a time. Default: 10. */
  readonly parallelism?: number;
}

/** The options of `terraform plan` and `apply`. */
export interface PlanOptions {
  /** Only these resources, and what they depend on; when destroying, what depends on them. */
  readonly targets?: readonly string[];
  /** Resources to replace, as with `-replace`. */
  readonly replace?: readonly string[];
  readonly destroy?: boolean;
}

/** How a command ended. */
export interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly hasFailed: boolean;
}

/** What to do so that the account is as declared. */
export interface Plan extends Outcome {
  readonly configuration: Configuration;
  /** The state after the refresh. */
  readonly state: State;
  readonly changes: readonly Change[];
  /** The actions by address, without what stays as it is. */
  readonly actions: Readonly<Record<string, Action>>;
}

/** How an apply ended. */
export interface ApplyOutcome extends Outcome {
  readonly plan: Plan;
  readonly isKilled: boolean;
}

type Work = (plugin: Plugin) => Promise<void>;

/** What Terraform does with a provider, in this process: the same calls with the same values, in the same order. */
export class Core {
  /** What the state file holds. */
  state: State = {};

  constructor(private readonly options: CoreOptions) {}

  async plan(configuration: Configuration, options: PlanOptions = {}): Promise<Plan> {
    const diagnostics: Diagnostic[] = [];
    const planning = new Planning(configuration, this.state, options, this.options.parallelism ?? 10);
    const walks: [purpose: "validate" | "work", work: Work][] = [
      ["validate", (plugin) => planning.validate(plugin)],
      ["work", (plugin) => planning.plan(plugin)],
      ...(options.destroy === true
        ? [["work", (plugin: Plugin) => planning.destroy(plugin)] satisfies [string, Work] as ["work", Work]]
        : []),
    ];
    for (const [purpose, work] of walks) {
      // A plan to destroy begins with an ordinary one, of which only the refreshed state and the errors count.
      if (purpose === "work" && work !== walks[1]?.[1]) diagnostics.length = 0;
      await this.walk(configuration, diagnostics, purpose, work);
      if (diagnostics.some(isError)) break;
    }
    return planning.result(diagnostics);
  }

  /** Plans and applies, or applies a plan made before. */
  async apply(what: Configuration | Plan, options: PlanOptions = {}): Promise<ApplyOutcome> {
    const diagnostics: Diagnostic[] = [];
    try {
      const plan = "changes" in what ? what : await this.plan(what, options);
      if (plan !== what) diagnostics.push(...plan.diagnostics);
      if (plan.hasFailed) return { plan, diagnostics, hasFailed: true, isKilled: false };
      const graph = applyGraph(plan.configuration, plan.state, plan.changes);
      const applying = new Applying(plan, (state) => {
        this.state = state;
      });
      await this.walk(plan.configuration, diagnostics, "work", (plugin) =>
        inOrder(graph, this.options.parallelism ?? 10, (name, step) => applying.step(plugin, name, step)),
      );
      applying.persist();
      return { plan, diagnostics, hasFailed: diagnostics.some(isError), isKilled: false };
    } catch (error) {
      if (!(error instanceof CoreKilled)) throw error;
      const plan = emptyPlan("changes" in what ? what.configuration : what, this.state);
      return { plan, diagnostics: [], hasFailed: true, isKilled: true };
    }
  }

  /** As `terraform destroy`. */
  destroy(configuration: Configuration, options: PlanOptions = {}): Promise<ApplyOutcome> {
    return this.apply(configuration, { ...options, destroy: true });
  }

  /** As `terraform apply -refresh-only`. */
  async refresh(configuration: Configuration): Promise<Outcome> {
    const diagnostics: Diagnostic[] = [];
    let state = this.state;
    await this.walk(configuration, diagnostics, "work", async (plugin) => {
      const graph = new Map(Object.keys(state).map((address) => [address, { after: new Set<string>() }]));
      await inOrder(graph, this.options.parallelism ?? 10, async (address) => {
        const { current, deposed = {} } = state[address] ?? {};
        for (const [key, one] of [[undefined, current] as const, ...Object.entries(deposed)]) {
          if (one === undefined) continue;
          const now = await refreshed(plugin, address, await readStored(plugin, address, one));
          state = withObject(state, address, now ? stored(plugin.schemaAt(address), now) : undefined, key);
        }
      });
    });
    const hasFailed = diagnostics.some(isError);
    if (!hasFailed) this.state = state;
    return { diagnostics, hasFailed };
  }

  /** As `terraform import`: the resource is declared, and not in the state yet. */
  async import(configuration: Configuration, address: string, id: string): Promise<Outcome> {
    const diagnostics: Diagnostic[] = [];
    await this.walk(configuration, diagnostics, "work", async (plugin) => {
      const instance = await imported(plugin, address, id);
      this.state = withObject(this.state, address, stored(plugin.schemaAt(address), instance));
    });
    return { diagnostics, hasFailed: diagnostics.some(isError) };
  }

  /** As `terraform state rm`. */
  forget(address: string): void {
    const { [address]: _, ...others } = this.state;
    this.state = others;
  }

  /** As `terraform state mv`, or a `moved` block. */
  move(from: string, to: string): void {
    const { [from]: moved, ...others } = this.state;
    if (moved !== undefined) this.state = { ...others, [to]: moved };
  }

  private async walk(
    configuration: Configuration,
    diagnostics: Diagnostic[],
    purpose: "validate" | "work",
    work: Work,
  ): Promise<void> {
    const { version = terraform_1_11 } = this.options;
    const process = this.options.start();
    await Plugin.with({ process, version, diagnostics }, configuration, purpose, work).catch(
      (error: unknown) => {
        if (!(error instanceof Failed)) throw error;
      },
    );
  }
}

/** A plan in the making. */
class Planning {
  private readonly changes: Change[] = [];
  private readonly values = new Map<string, ObjectValue>();

  constructor(
    private readonly configuration: Configuration,
    private state: State,
    private readonly options: PlanOptions,
    private readonly parallelism: number,
  ) {}

  /** Asks about every resource while nothing of others is known. */
  async validate(plugin: Plugin): Promise<void> {
    for (const [address, { config }] of Object.entries(this.configuration.resources)) {
      const { attributes } = plugin.schemaAt(address);
      await validated(
        plugin,
        address,
        evaluated(attributes, config, () => unknown),
      ).catch(ifFailed);
    }
  }

  async plan(plugin: Plugin): Promise<void> {
    const { resources } = this.configuration;
    const declared = Object.keys(resources).filter((address) => this.isTargeted(address));
    const graph = new Map<string, Step>(
      declared.map((address) => [address, { after: new Set(dependencies(this.configuration, address)) }]),
    );
    const others = Object.keys(this.state).filter((address) => this.isTargeted(address));
    for (const address of others) graph.set(`${address} (state)`, { after: new Set() });
    await inOrder(graph, this.parallelism, async (name) => {
      const address = name.replace(" (state)", "");
      if (name === address) return this.planDeclared(plugin, address);
      await this.planDeposed(plugin, address);
      if (!(address in resources)) await this.planOrphan(plugin, address);
    });
    const waiting = cycle(applyGraph(this.configuration, this.state, this.changes));
    if (waiting.length > 0) plugin.report("", "error", "Cycle", waiting.join(", "));
  }

  /** Plans to destroy what the refreshed state has. */
  async destroy(plugin: Plugin): Promise<void> {
    this.changes.length = 0;
    const graph: Graph = new Map(
      Object.keys(this.state).map((address) => [address, { after: new Set<string>() }]),
    );
    await inOrder(graph, this.parallelism, async (address) => {
      const { current, deposed = {} } = this.state[address] ?? {};
      if (!this.isDoomed(address)) return;
      for (const [key, one] of [[undefined, current] as const, ...Object.entries(deposed)]) {
        if (one === undefined) continue;
        const instance = await readStored(plugin, address, one);
        this.changes.push(await plannedDestruction(plugin, address, instance, key));
      }
    });
  }

  result(diagnostics: readonly Diagnostic[]): Plan {
    const { configuration, state, changes } = this;
    const acting = changes.filter(({ action, deposed }) => action !== "no-op" && deposed === undefined);
    const deposed = changes.filter((change) => change.deposed !== undefined);
    const actions = Object.fromEntries(
      [...deposed, ...acting].map(({ address, action }) => [address, action] as const).sort(),
    );
    return { configuration, state, changes, actions, diagnostics, hasFailed: diagnostics.some(isError) };
  }

  private async planDeclared(plugin: Plugin, address: string): Promise<void> {
    const { configuration, options } = this;
    const declared = configuration.resources[address];
    if (declared === undefined) return;
    const createBeforeDestroy = createsFirst(configuration, address);
    const before = await this.read(plugin, address);
    const current = before && { ...before, createBeforeDestroy };
    this.keep(plugin, address, current);
    const change = await plannedChange(plugin, address, {
      ...{ declared, current, createBeforeDestroy },
      isReplacementForced: options.replace?.includes(address) ?? false,
      lookup: (other) => this.values.get(other),
    });
    if (change.after !== null) this.values.set(address, change.after);
    this.changes.push(change);
    if (current !== null && change.action === "no-op") {
      this.keep(plugin, address, { ...current, dependencies: [...dependencies(configuration, address)] });
    }
  }

  /** What there is at the address: imported where the configuration says so, else read again. */
  private async read(plugin: Plugin, address: string): Promise<Instance | null> {
    const { current } = this.state[address] ?? {};
    const id = this.configuration.imports?.[address];
    if (current === undefined) return id === undefined ? null : imported(plugin, address, id);
    const found = await refreshed(plugin, address, await readStored(plugin, address, current));
    const declared = dependencies(this.configuration, address);
    return found && { ...found, dependencies: [...new Set([...declared, ...found.dependencies])] };
  }

  /** What is no longer declared is planned to be destroyed as the state has it, and read after that. */
  private async planOrphan(plugin: Plugin, address: string): Promise<void> {
    const { current } = this.state[address] ?? {};
    if (current === undefined) return;
    const before = await readStored(plugin, address, current);
    const change = await plannedDestruction(plugin, address, before);
    const now = await refreshed(plugin, address, before);
    this.keep(plugin, address, now);
    if (now !== null) this.changes.push(change);
  }

  private async planDeposed(plugin: Plugin, address: string): Promise<void> {
    for (const [key, one] of Object.entries(this.state[address]?.deposed ?? {})) {
      const now = await refreshed(plugin, address, await readStored(plugin, address, one));
      this.state = withObject(
        this.state,
        address,
        now ? stored(plugin.schemaAt(address), now) : undefined,
        key,
      );
      if (now !== null) this.changes.push(await plannedDestruction(plugin, address, now, key));
    }
  }

  private keep(plugin: Plugin, address: string, instance: Instance | null): void {
    const object = instance ? stored(plugin.schemaAt(address), instance) : undefined;
    this.state = withObject(this.state, address, object);
  }

  private isTargeted(address: string): boolean {
    const { targets } = this.options;
    if (targets === undefined) return true;
    return targets.some((one) => one === address || dependencies(this.configuration, one).has(address));
  }

  private isDoomed(address: string): boolean {
    const { targets } = this.options;
    const known = this.state[address]?.current?.dependencies ?? [];
    return targets === undefined || targets.includes(address) || targets.some((one) => known.includes(one));
  }
}

/** An apply under way. */
class Applying {
  private state: State;

  constructor(
    private readonly plan: Plan,
    private readonly write: (state: State) => void,
  ) {
    this.state = plan.state;
  }

  /** Writes the state file, as a core does after each object and at the end. */
  persist(): void {
    this.write(this.state);
  }

  async step(plugin: Plugin, name: string, { change }: Step): Promise<void> {
    if (change === undefined) return;
    const isDestruction = name !== change.address;
    await (isDestruction ? this.destroy(plugin, change) : this.make(plugin, change));
  }

  /** Creates or updates an object, after a plan made again with what is known by now. */
  private async make(plugin: Plugin, approved: Change): Promise<void> {
    const { address } = approved;
    const { configuration } = this.plan;
    const declared = configuration.resources[address];
    if (declared === undefined) return;
    const createBeforeDestroy = approved.action === "create,delete";
    const key = createBeforeDestroy ? this.depose(address) : undefined;
    const { current: kept } = this.state[address] ?? {};
    const current = kept === undefined ? null : await readStored(plugin, address, kept);
    const lookup: Lookup = (other) => this.valueAt(plugin, other);
    const now = await plannedChange(plugin, address, {
      ...{ declared, current, createBeforeDestroy, earlier: approved, lookup },
    });
    confirmPlan(plugin, approved, now);
    if (now.action === "no-op") return;
    const change: Change = isReplacement(now.action) ? { ...now, action: "create", before: null } : now;
    const config = evaluated(plugin.schemaAt(address).attributes, declared.config, lookup);
    const { instance, hasFailed } = await applied(plugin, change, current, {
      config,
      createBeforeDestroy: createsFirst(configuration, address),
    });
    const made = instance && { ...instance, dependencies: [...dependencies(configuration, address)] };
    this.keep(plugin, address, made);
    if (hasFailed && made === null && key !== undefined) this.restore(address, key);
    this.persist();
    if (hasFailed) throw new Failed();
  }

  private async destroy(plugin: Plugin, change: Change): Promise<void> {
    const { address, deposed: key } = change;
    const { current, deposed = {} } = this.state[address] ?? {};
    const object = key === undefined ? current : deposed[key];
    if (object === undefined) return;
    const kept = await readStored(plugin, address, object);
    // A deposed object is planned once more; any other is destroyed as it was planned.
    const planned: Change =
      key === undefined
        ? { ...change, action: "delete", after: null }
        : await plannedDestruction(plugin, address, kept, key);
    const { instance, hasFailed } = await applied(plugin, planned, kept, {
      config: null,
      createBeforeDestroy: false,
    });
    this.keep(plugin, address, instance, key);
    this.persist();
    if (hasFailed) throw new Failed();
  }

  private valueAt(plugin: Plugin, address: string): ObjectValue | undefined {
    const { current } = this.state[address] ?? {};
    if (current === undefined) return undefined;
    return asObject(decodeJson(plugin.schemaAt(address).type, current.attributes)) ?? undefined;
  }

  private keep(plugin: Plugin, address: string, instance: Instance | null, key?: string): void {
    const object = instance ? stored(plugin.schemaAt(address), instance) : undefined;
    this.state = withObject(this.state, address, object, key);
  }

  private depose(address: string): string {
    const key = deposedKey(this.state, address);
    const { current } = this.state[address] ?? {};
    this.state = withObject(withObject(this.state, address, current, key), address, undefined);
    return key;
  }

  private restore(address: string, key: string): void {
    const object = this.state[address]?.deposed[key];
    this.state = withObject(withObject(this.state, address, undefined, key), address, object);
  }
}

function emptyPlan(configuration: Configuration, state: State): Plan {
  return { configuration, state, changes: [], actions: {}, diagnostics: [], hasFailed: true };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function ifFailed(error: unknown): void {
  if (!(error instanceof Failed)) throw error;
}
