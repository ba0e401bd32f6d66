import { decodeJson } from "../../src/terraform/values/json";
import { asObject, type ObjectValue } from "../../src/terraform/values/object-value";
import {
  type Applied,
  applied,
  type Change,
  confirmPlan,
  isReplacement,
  plannedChange,
  plannedDestruction,
} from "./change";
import { createsFirst, dependencies, evaluated } from "./configuration";
import { deposedKey } from "./graph";
import { readStored, withInstance } from "./instance";
import type { Plan } from "./planning";
import { Failed, type Plugin } from "./plugin";
import { type State, withObject } from "./state";
import { invokeAll, triggeredBy } from "./triggers";

/** An apply under way. */
export class Applying {
  private state: State;

  /** @param write writes the state file */
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

  /** Carries out a step of the graph. Returns whether there was anything to do. @throws Failed when it is not done */
  async carryOut(plugin: Plugin, name: string, change: Change | undefined): Promise<boolean> {
    if (change === undefined) return false;
    const done = await (name === change.address ? this.make(plugin, change) : this.destroy(plugin, change));
    this.persist();
    if (done?.hasFailed === true) throw new Failed();
    return done !== undefined;
  }

  /** Creates or updates an object, after a plan made again with what is known by now. */
  private async make(plugin: Plugin, approved: Change): Promise<Applied | undefined> {
    const { address } = approved;
    const { configuration } = this.plan;
    const declared = configuration.resources[address] ?? { config: {} };
    const createBeforeDestroy = approved.action === "create,delete";
    const key = createBeforeDestroy ? this.depose(address) : undefined;
    const { current: stored } = this.state[address] ?? {};
    const current = stored === undefined ? null : await readStored(plugin, address, stored);
    const lookup = (other: string) => this.valueAt(plugin, other);
    const wanted = { declared, current, createBeforeDestroy, earlier: approved, lookup };
    const now = await plannedChange(plugin, address, wanted);
    confirmPlan(plugin, approved, now);
    if (now.action === "no-op") return undefined;
    const triggered = triggeredBy(configuration, address, approved.action);
    await invokeAll(plugin, triggered.before, lookup);
    const change: Change = isReplacement(now.action) ? { ...now, action: "create", before: null } : now;
    const done = await applied(plugin, change, current, {
      config: evaluated(plugin.schemaAt(address).attributes, declared.config, lookup),
      createBeforeDestroy: createsFirst(configuration, address),
    });
    const made = done.instance && {
      ...done.instance,
      dependencies: [...dependencies(configuration, address)],
    };
    this.state = withInstance(plugin, this.state, address, made);
    if (done.hasFailed && made === null && key !== undefined) this.restore(address, key);
    this.persist();
    if (!done.hasFailed) await invokeAll(plugin, triggered.after, lookup);
    return done;
  }

  private async destroy(plugin: Plugin, change: Change): Promise<Applied | undefined> {
    const { address, deposed: key } = change;
    const { current, deposed = {} } = this.state[address] ?? {};
    const object = key === undefined ? current : deposed[key];
    if (object === undefined) return undefined;
    const kept = await readStored(plugin, address, object);
    // A deposed object is planned once more; any other is destroyed as it was planned.
    const planned: Change =
      key === undefined
        ? { ...change, action: "delete", after: null }
        : await plannedDestruction(plugin, address, kept, key);
    const done = await applied(plugin, planned, kept, { config: null, createBeforeDestroy: false });
    this.state = withInstance(plugin, this.state, address, done.instance, key);
    return done;
  }

  private valueAt(plugin: Plugin, address: string): ObjectValue | undefined {
    const { current } = this.state[address] ?? {};
    if (current === undefined) return undefined;
    return asObject(decodeJson(plugin.schemaAt(address).type, current.attributes)) ?? undefined;
  }

  private depose(address: string): string {
    const key = deposedKey(this.state, address);
    const object = this.state[address]?.current;
    this.state = withObject(withObject(this.state, address, object, key), address, undefined);
    return key;
  }

  private restore(address: string, key: string): void {
    const object = this.state[address]?.deposed[key];
    this.state = withObject(withObject(this.state, address, undefined, key), address, object);
  }
}
