import { type Action, isReplacement } from "./change";
import {
  type ActionBlock,
  type Configuration,
  type Lookup,
  type Trigger,
  type TriggerEvent,
  typeAt,
} from "./configuration";
import { invoked, plannedAction } from "./invocation";
import type { Plugin } from "./plugin";

/** The actions that a change of a resource triggers: those before it, and those after it. */
export interface Triggered {
  readonly before: readonly ActionBlock[];
  readonly after: readonly ActionBlock[];
}

/** The actions that a change of the resource at an address triggers. A replacement counts as a create. */
export function triggeredBy(configuration: Configuration, address: string, action: Action): Triggered {
  const change = isReplacement(action) ? "create" : action;
  const of = (when: "before" | "after") =>
    (configuration.resources[address]?.triggers ?? [])
      .filter(({ events }) => events.includes(`${when}_${change}` as TriggerEvent))
      .flatMap(({ actions }: Trigger) => actions.map((one) => actionAt(configuration, one)));
  return { before: of("before"), after: of("after") };
}

/** The action block at an address. @throws Error if the configuration has none */
export function actionAt({ actions = {} }: Configuration, address: string): ActionBlock {
  const block = actions[address];
  if (block === undefined) throw new Error(`The configuration has no action ${address}.`);
  return { type: typeAt(address), ...block };
}

/** Has the provider check every triggered action before anything is applied: a value may be unknown then. @throws Failed */
export async function planTriggered(
  plugin: Plugin,
  { before, after }: Triggered,
  lookup: Lookup,
): Promise<void> {
  for (const block of [...before, ...after]) await plannedAction(plugin, block, lookup);
}

/** Carries out actions one after the other. @throws Failed at the first that fails */
export async function invokeAll(
  plugin: Plugin,
  blocks: readonly ActionBlock[],
  lookup: Lookup,
): Promise<void> {
  for (const block of blocks) await invoked(plugin, block, lookup);
}
