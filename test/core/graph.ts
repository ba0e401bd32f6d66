import { type Change, isReplacement } from "./change";
import { type Configuration, dependencies } from "./configuration";
import { CoreKilled, Failed } from "./plugin";
import type { State } from "./state";

/** One thing to do, and the names of those that must be done before. Others that are named do not matter. */
export interface Step {
  readonly after: ReadonlySet<string>;
  readonly change?: Change;
}

/** Steps by name. */
export type Graph = ReadonlyMap<string, Step>;

/**
 * Does every step once those before it are done, at most so many at a time. A step that fails keeps those after it from
 * being done, and no others.
 * @throws any error of a step other than Failed, once no step is under way
 */
export async function inOrder(
  graph: Graph,
  atOnce: number,
  act: (name: string, step: Step) => Promise<void>,
): Promise<void> {
  const waiting = new Map(graph);
  const failed = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let thrown: { readonly error: unknown } | undefined;
  const start = (name: string, step: Step) => {
    const ended = act(name, step)
      .catch((error: unknown) => {
        failed.add(name);
        if (!(error instanceof Failed)) thrown ??= { error };
      })
      .then(() => void running.delete(name));
    running.set(name, ended);
  };
  for (;;) {
    for (const [name, step] of waiting) {
      if (running.size >= atOnce) break;
      const before = [...step.after];
      if (before.some((one) => failed.has(one))) failed.add(name);
      else if (before.some((one) => waiting.has(one) || running.has(one))) continue;
      else if (thrown === undefined) start(name, step);
      waiting.delete(name);
    }
    if (running.size === 0) break;
    await Promise.race(running.values());
    // A core that was killed waits for nothing.
    if (thrown?.error instanceof CoreKilled) throw thrown.error;
  }
  if (thrown !== undefined) throw thrown.error;
}

/** The names of steps that wait for each other; empty where all can be done. */
export function cycle(graph: Graph): readonly string[] {
  const left = new Map(graph);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [name, { after }] of left) if (![...after].some((one) => left.has(one))) left.delete(name);
  }
  return [...left.keys()];
}

/** The name of the step that destroys an object; that of the step that creates or updates it is its address. */
function destroyName(address: string, key?: string): string {
  return key === undefined ? `${address} (destroy)` : `${address} (destroy deposed ${key})`;
}

/** The key under which a replaced object waits for its destruction when its successor is created first. */
export function deposedKey(state: State, address: string): string {
  const taken = Object.keys(state[address]?.deposed ?? {});
  let number = 1;
  while (taken.includes(`${number}`.padStart(8, "0"))) number++;
  return `${number}`.padStart(8, "0");
}

/**
 * The steps of an apply. What is depended on is created first and destroyed last. A destruction comes before what else
 * concerns its address and before changes of what depended on it; after both where objects are created before.
 */
export function applyGraph(configuration: Configuration, state: State, changes: readonly Change[]): Graph {
  const steps = new Map<string, Step & { readonly after: Set<string> }>();
  const creators = new Set<string>();
  const destroyers = new Map<string, { name: string; createsFirst: boolean }[]>();
  for (const change of changes) {
    const { address, action, deposed } = change;
    if (action === "no-op") continue;
    const key = action === "create,delete" ? deposedKey(state, address) : deposed;
    if (action !== "delete") {
      creators.add(address);
      steps.set(address, { after: new Set(dependencies(configuration, address)), change });
    }
    if (action === "delete" || isReplacement(action)) {
      const name = destroyName(address, key);
      steps.set(name, { after: new Set(), change: key === undefined ? change : { ...change, deposed: key } });
      const createsFirst = key !== undefined || state[address]?.current?.create_before_destroy === true;
      destroyers.set(address, [...(destroyers.get(address) ?? []), { name, createsFirst }]);
    }
  }
  const order = (name: string, before: string) => {
    if (name !== before) steps.get(name)?.after.add(before);
  };
  const known = (address: string) =>
    state[address]?.current?.dependencies ?? [...dependencies(configuration, address)];
  for (const creator of creators) {
    for (const address of [creator, ...known(creator)]) {
      for (const { name, createsFirst } of destroyers.get(address) ?? []) {
        if (createsFirst) order(name, creator);
        else order(creator, name);
      }
    }
  }
  for (const [address, ofAddress] of destroyers) {
    for (const { name, createsFirst } of ofAddress) {
      for (const dependency of known(address)) {
        for (const later of destroyers.get(dependency) ?? []) order(later.name, name);
        if (!creators.has(dependency)) continue;
        if (createsFirst) order(name, dependency);
        else order(dependency, name);
      }
    }
  }
  return steps;
}
