import type { Clock } from "../../src/client/options";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/emulator";
import { closeLater } from "../acceptance/account";
import { usedApiVersion } from "../acceptance/api-version";
import { supportedAttributes } from "../acceptance/supported-attributes";
import { accountSettings } from "../account-settings";
import type { Action } from "./change";
import { type Configuration, type Declared, typeAt } from "./configuration";
import { Core } from "./core";
import type { PlanOptions } from "./planning";
import type { Diagnostic } from "./plugin";
import { RblmonitorPlugin } from "./rblmonitor";

/** What a command did and reported, in the words of terraform's own commands. */
export interface CommandResult {
  readonly code: number | null;
  readonly diagnostics: readonly Diagnostic[];
  /** What was planned, by address: `create`, `update`, `delete`, `replace`. */
  readonly planned: Readonly<Record<string, string>>;
  /** What was carried out, by address. */
  readonly applied: Readonly<Record<string, string>>;
}

/** A configuration for the driver, which works on it as terraform would. */
export interface DrivenConfiguration {
  readonly core: Core;
  /** Replaces the configuration. */
  write(configuration: Configuration): void;
  plan(options?: PlanOptions): Promise<CommandResult>;
  /** Plans and applies, whatever comes of it. */
  tryApply(options?: PlanOptions): Promise<CommandResult>;
  /** Plans, does something, and applies the plan. @throws when planning fails */
  applyAfter(act: () => void): Promise<CommandResult>;
  /** Plans and applies. @throws when that fails */
  apply(): Promise<CommandResult>;
  /** Destroys everything. @throws when that fails */
  destroy(): Promise<CommandResult>;
}

/** An emulated account, and a configuration of it for the driver. */
export interface DrivenAccount extends DrivenConfiguration {
  readonly service: Emulator;
  /** Another configuration, with a state of its own, for the same account. */
  another(): DrivenConfiguration;
}

/**
 * Opens an account whose provider is driven in this process. `closeAccounts` ends it.
 *
 * @param clock makes the clock of each plugin; default: one on which every wait is over at once
 */
export async function openDrivenAccount(
  settings: EmulatorOptions = {},
  clock?: () => Clock,
): Promise<DrivenAccount> {
  const service = await startEmulator({ limits: "off", ...accountSettings, ...settings });
  closeLater(() => service.close());
  const plugin = new RblmonitorPlugin(service, { RBLMONITOR_API_VERSION: usedApiVersion }, clock);
  closeLater(() => plugin.close());
  const another = () => driven(new Core({ start: plugin.start }));
  return { ...another(), service, another };
}

/** Resource blocks by address without `rblmonitor_`, with the attributes that the API version in use supports. */
export function declared(
  blocks: Readonly<Record<string, Declared["config"]>>,
): Readonly<Record<string, Declared>> {
  return Object.fromEntries(
    Object.entries(blocks).flatMap(([address, attributes]) => {
      const config = supportedAttributes(typeAt(address), attributes);
      return config === undefined ? [] : [[`rblmonitor_${address}`, { config }]];
    }),
  );
}

function driven(core: Core): DrivenConfiguration {
  let configuration: Configuration = { resources: {} };
  const tryApply = async (options: PlanOptions = {}): Promise<CommandResult> => {
    const { plan, applied, diagnostics, hasFailed } = await core.apply(configuration, options);
    return done(hasFailed, diagnostics, plan?.actions, applied);
  };
  const well = async (running: Promise<CommandResult>): Promise<CommandResult> => {
    const result = await running;
    if (result.code !== 0) throw new Error(`The apply failed:\n${JSON.stringify(result, undefined, 2)}`);
    return result;
  };
  return {
    core,
    write(written) {
      configuration = written;
    },
    async plan(options = {}) {
      const { actions, diagnostics, hasFailed } = await core.plan(configuration, options);
      return done(hasFailed, diagnostics, actions);
    },
    tryApply,
    async applyAfter(act) {
      const plan = await core.plan(configuration);
      if (plan.hasFailed) throw new Error(`The plan failed:\n${JSON.stringify(plan.diagnostics)}`);
      act();
      const { applied, diagnostics, hasFailed } = await core.apply(plan);
      return done(hasFailed, diagnostics, plan.actions, applied);
    },
    apply: () => well(tryApply()),
    destroy: () => well(tryApply({ destroy: true })),
  };
}

function done(
  hasFailed: boolean,
  diagnostics: readonly Diagnostic[],
  planned: Readonly<Record<string, Action>> = {},
  applied: Readonly<Record<string, Action>> = {},
): CommandResult {
  return { code: hasFailed ? 1 : 0, diagnostics, planned: inWords(planned), applied: inWords(applied) };
}

function inWords(actions: Readonly<Record<string, Action>>): CommandResult["planned"] {
  return Object.fromEntries(
    Object.entries(actions)
      .map(([address, action]) => [address, action.includes(",") ? "replace" : action] as const)
      .sort(([a], [b]) => a.localeCompare(b)),
  );
}
