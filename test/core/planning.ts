import type { ObjectValue } from "../../src/terraform/values/object-value";
import { unknown } from "../../src/terraform/values/value";
import { type Action, type Change, plannedChange, plannedDestruction, validated } from "./change";
import { type Configuration, createsFirst, dependencies, evaluated, type Lookup } from "./configuration";
import { applyGraph, cycle, inOrder, type Step } from "./graph";
import { imported, readStored, refreshed, withInstance } from "./instance";
import { validatedAction } from "./invocation";
import { Failed, type Plugin } from "./plugin";
import { type Instance, objectsAt, type State } from "./state";
import { actionAt, planTriggered, triggeredBy } from "./triggers";

/** The options of `terraform plan` and `apply`. */
export interface PlanOptions {
  /** Only these resources, and what they depend on; when destroying, what depends on them. */
  readonly targets?: readonly string[];
  /** Resources to replace, as with `-replace`. */
  readonly replace?: readonly string[];
  readonly destroy?: boolean;
}

/** What to do so that the account is as declared. */
export interface Plan {
  readonly configuration: Configuration;
  /** The state after the refresh. */
  readonly state: State;
  readonly changes: readonly Change[];
  /** The actions by address, without what stays as it is. */
  readonly actions: Readonly<Record<string, Action>>;
}

/** A plan in the making: validation, the ordinary plan, and the plan to destroy are a walk each. */
export class Planning {
  private changes: Change[] = [];
  private readonly values = new Map<string, ObjectValue>();

  constructor(
    private readonly configuration: Configuration,
    private state: State,
    private readonly options: PlanOptions,
    private readonly parallelism: number,
  ) {}

  get result(): Plan {
    const { configuration, state, changes } = this;
    const acting = changes
      .filter(({ action }) => action !== "no-op")
      .sort((a) => (a.deposed === undefined ? 1 : -1));
    const actions = Object.fromEntries(acting.map(({ address, action }) => [address, action]));
    return { configuration, state, changes, actions };
  }

  /** Asks about every resource while nothing of others is known. */
  async validate(plugin: Plugin): Promise<void> {
    const { resources } = this.configuration;
    await inOrder(independent(Object.keys(resources)), this.parallelism, async (address) => {
      const { attributes } = plugin.schemaAt(address);
      await validated(
        plugin,
        address,
        evaluated(attributes, resources[address]?.config ?? {}, () => unknown),
      );
    });
    for (const address of Object.keys(this.configuration.actions ?? {}))
      await validatedAction(plugin, actionAt(this.configuration, address));
  }

  async plan(plugin: Plugin): Promise<void> {
    const { configuration } = this;
    const targeted = (addresses: object) => Object.keys(addresses).filter((one) => this.isTargeted(one));
    const steps = new Map<string, Step>(
      targeted(configuration.resources).map((address) => [
        address,
        { after: dependencies(configuration, address) },
      ]),
    );
    for (const address of targeted(this.state)) steps.set(`${address} (state)`, { after: new Set() });
    await inOrder(steps, this.parallelism, async (name) => {
      const address = name.replace(" (state)", "");
      await (name === address ? this.planDeclared(plugin, address) : this.planStored(plugin, address));
    });
    const waiting = cycle(applyGraph(configuration, this.state, this.changes));
    if (waiting.length > 0) plugin.refuse("", "Cycle", [waiting.join(", ")]);
  }

  /** Plans to destroy what the refreshed state has. */
  async destroy(plugin: Plugin): Promise<void> {
    this.changes = [];
    const doomed = Object.keys(this.state).filter((address) => this.isDoomed(address));
    await inOrder(independent(doomed), this.parallelism, async (address) => {
      for (const [key, object] of objectsAt(this.state, address)) {
        const instance = await readStored(plugin, address, object);
        this.changes.push(await plannedDestruction(plugin, address, instance, key));
      }
    });
  }

  private async planDeclared(plugin: Plugin, address: string): Promise<void> {
    const { configuration, options } = this;
    const declared = configuration.resources[address];
    if (declared === undefined) throw new Failed();
    const createBeforeDestroy = createsFirst(configuration, address);
    const found = await this.read(plugin, address);
    const current = found && { ...found, createBeforeDestroy };
    const change = await plannedChange(plugin, address, {
      ...{ declared, current, createBeforeDestroy },
      isReplacementForced: options.replace?.includes(address) ?? false,
      lookup: (other) => this.values.get(other),
    });
    if (change.after !== null) this.values.set(address, change.after);
    const lookup: Lookup = (other) => this.values.get(other);
    await planTriggered(plugin, triggeredBy(configuration, address, change.action), lookup);
    this.changes.push(change);
    // What stays as it is has no part in the apply, so that its dependencies are stored now.
    const depends = change.action === "no-op" && { dependencies: [...dependencies(configuration, address)] };
    this.state = withInstance(plugin, this.state, address, current && { ...current, ...depends });
  }

  /** The object at the address: imported if the configuration says so, otherwise read again. */
  private async read(plugin: Plugin, address: string): Promise<Instance | null> {
    const { current } = this.state[address] ?? {};
    const id = this.configuration.imports?.[address];
    if (current === undefined) return id === undefined ? null : imported(plugin, address, id);
    const found = await refreshed(plugin, address, await readStored(plugin, address, current));
    const declared = dependencies(this.configuration, address);
    return found && { ...found, dependencies: [...new Set([...declared, ...found.dependencies])] };
  }

  /** Plans to destroy what is deposed or no longer declared. Some versions plan the latter as the state has it, and read then. */
  private async planStored(plugin: Plugin, address: string): Promise<void> {
    for (const [key, object] of objectsAt(this.state, address)) {
      if (key === undefined && address in this.configuration.resources) continue;
      const before = await readStored(plugin, address, object);
      const isEarly = key === undefined && plugin.plansRemovedFirst;
      const early = isEarly ? await plannedDestruction(plugin, address, before) : undefined;
      const now = await refreshed(plugin, address, before);
      this.state = withInstance(plugin, this.state, address, now, key);
      if (now !== null) this.changes.push(early ?? (await plannedDestruction(plugin, address, now, key)));
    }
  }

  private isTargeted(address: string): boolean {
    const { targets } = this.options;
    if (targets === undefined) return true;
    return targets.some((one) => one === address || dependencies(this.configuration, one).has(address));
  }

  private isDoomed(address: string): boolean {
    const { targets } = this.options;
    const known = this.state[address]?.current?.dependencies ?? [];
    return targets === undefined || targets.some((one) => one === address || known.includes(one));
  }
}

/** Steps that wait for nothing. */
function independent(names: readonly string[]): ReadonlyMap<string, Step> {
  return new Map(names.map((name) => [name, { after: new Set() }]));
}
