import type { Clock } from "../../src/client/options";
import type { AnyObject } from "../../src/emulator/account/objects";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/emulator";
import { type Kind, kindNames } from "../../src/service/kinds";
import {
  pluginEnvironment,
  pluginForm,
  type TerraformWorkspace,
  terraformWorkspace,
  type WorkspaceOptions,
} from "../../src/tasks/real-terraform/workspace";
import { accountSettings } from "../account-settings";
import { planJson, type TerraformPlan } from "../shown-json";
import { usedApiVersion } from "./api-version";
import { fastClock } from "./fast-clock";
import { type RunningPlugin, runPlugin, servePlugin, started } from "./running-plugin";
import { instances, type Rewrite, rewrite } from "./state-file";
import { type CommandOutput, outputOf } from "./terraform-messages";

/** A configuration in a folder of its own, and the real terraform that works on it. */
export interface Configuration {
  readonly workspace: TerraformWorkspace;
  /** Writes the whole configuration; `provider` is the body of the provider's block. */
  write(resources: string, provider?: string): Promise<void>;
  /** Plans without keeping the plan, and returns the output of terraform, including errors. */
  plan(...args: string[]): Promise<CommandOutput>;
  /** Plans and applies, and returns the output of terraform, including errors. */
  tryApply(...args: string[]): Promise<CommandOutput>;
  /** Plans and applies. @throws when terraform ends with an error */
  apply(...args: string[]): Promise<CommandOutput>;
  /** Plans, keeps the plan and returns it whole. @throws when planning fails */
  keptPlan(...args: string[]): Promise<TerraformPlan>;
  /** Applies the plan kept last. @throws when terraform ends with an error */
  applyKept(): Promise<CommandOutput>;
  /** Destroys everything. @throws when terraform ends with an error */
  destroy(): Promise<CommandOutput>;
  /** The attributes of a managed object in state. @throws when it is not there */
  values(address: string): Promise<Readonly<Record<string, unknown>>>;
  /** Removes an object from the state, as `terraform state rm` or a `removed` block. */
  forget(address: string): Promise<void>;
  /** Changes an object in state, as another version of the provider would have written it. */
  rewrite(address: string, change: Rewrite): Promise<void>;
  start(args: readonly string[], onOutput?: (text: string) => void): ReturnType<TerraformWorkspace["start"]>;
  /** What a plugin that is served from this process has logged. */
  readonly log: readonly string[];
}

/** The parts of a workspace, and the way in which its plugin starts (see running-plugin.ts). */
export interface AccountOptions extends Omit<WorkspaceOptions, "plugin"> {
  /**
   * `running` (default) is served from this process or, as an executable, runs next to it; `served` is always from this
   * process. Terraform starts a plugin that is `started`, or comes from a place of its own.
   */
  plugin?: WorkspaceOptions["plugin"] | "running" | "served" | "started";
}

/** How an account is opened. */
export interface OpenOptions extends AccountOptions {
  /** The clock of the emulator, and of a plugin in this process. Default: one on which waits are short. */
  clock?: Clock;
}

/** An emulated account of the service, and a configuration for it. */
export interface TestAccount extends Configuration {
  readonly service: Emulator;
  /** Another configuration, with a state of its own, for the same account. */
  another(options?: AccountOptions): Promise<Configuration>;
  /** The same configuration, with plugins that terraform starts: {@link started}. */
  startingPlugins(): Promise<Configuration>;
  /** The ids of all objects of the account. */
  census(): readonly string[];
  /** The object of that kind with that name. @throws when there is none */
  named(kind: Kind, name: string): AnyObject;
}

const cleanups: (() => Promise<void>)[] = [];

/** Lets {@link closeAccounts} end something, too: before what was opened earlier. */
export function closeLater(close: () => Promise<void>): void {
  cleanups.push(close);
}

/** Ends what a test opened. Give it to `afterEach` or `afterAll`, as long as the account shall live. */
export async function closeAccounts(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/**
 * Opens an account. The emulator has no request limits unless asked for, and it shares the clock of a plugin in this process,
 * which hardly waits: tests are in a hurry.
 */
export async function openAccount(
  settings: EmulatorOptions = {},
  { clock = fastClock(), ...options }: OpenOptions = {},
): Promise<TestAccount> {
  const service = await startEmulator({ limits: "off", now: clock.now, ...accountSettings, ...settings });
  cleanups.push(() => service.close());
  const another = (more: AccountOptions = {}) =>
    openConfiguration({ account: service, ...options, ...more }, clock);
  const own = await another();
  return {
    ...own,
    service,
    another,
    startingPlugins: () => another({ ...started, folder: own.workspace.folder }),
    census: () => censusOf(service),
    named: (kind, name) => named(service, kind, name),
  };
}

/** The ids of all objects of an account. */
export function censusOf({ account }: Emulator): readonly string[] {
  return kindNames.flatMap((kind) => account.objects(kind).map(({ id }) => id));
}

/** The object of that kind with that name. @throws when there is none */
export function named({ account }: Emulator, kind: Kind, name: string): AnyObject {
  const found = account.objects(kind).find((object) => "name" in object && object.name === name);
  if (found === undefined) throw new Error(`The account has no ${kind} "${name}".`);
  return found;
}

async function openConfiguration(
  { plugin = "running", ...rest }: AccountOptions,
  clock: Clock,
): Promise<Configuration> {
  const environment = { RBLMONITOR_API_VERSION: usedApiVersion, ...rest.environment };
  const options = { ...rest, environment, ...(typeof plugin !== "string" && { plugin }) };
  const running = await lastingPlugin(plugin, pluginEnvironment(options), clock);
  if (running !== undefined) {
    cleanups.push(running.end);
    Object.assign(environment, running.environment);
  }
  const workspace = await terraformWorkspace(options);
  cleanups.push(() => workspace.remove());
  const run = async (...args: string[]): Promise<CommandOutput> => outputOf(await workspace.run(...args));
  const well = async (running: Promise<CommandOutput>): Promise<CommandOutput> => {
    const result = await running;
    if (result.code !== 0) throw new Error(`terraform ended with ${result.code}:\n${result.text}`);
    return result;
  };
  const tryApply = (...args: string[]) => run("apply", "-auto-approve", "-json", ...args);
  return {
    workspace,
    write: (resources, provider = "") => workspace.write("main.tf", configuration(resources, provider)),
    plan: (...args) => run("plan", "-json", ...args),
    tryApply,
    apply: (...args) => well(tryApply(...args)),
    keptPlan: (...args) => planJson(workspace, ...args),
    applyKept: () => well(run("apply", "-json", "planned")),
    destroy: () => well(run("destroy", "-auto-approve", "-json")),
    async values(address) {
      const found = (await instances(workspace.folder)).get(address);
      if (found === undefined) throw new Error(`The state has no ${address}.`);
      return found.attributes;
    },
    async forget(address) {
      await workspace.succeed("state", "rm", address);
    },
    rewrite: (address, change) => rewrite(workspace.folder, address, change),
    start: workspace.start,
    log: running?.log ?? [],
  };
}

function lastingPlugin(
  plugin: AccountOptions["plugin"],
  env: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<RunningPlugin> | undefined {
  if (plugin !== "running" && plugin !== "served") return undefined;
  return plugin === "running" && pluginForm() === "executable" ? runPlugin(env) : servePlugin(env, clock);
}

/** A whole configuration; `provider` is the body of the provider's block. */
export function configuration(resources: string, provider: string): string {
  return `
terraform {
  required_providers {
    rblmonitor = {
      source = "rblmonitor/rblmonitor"
    }
  }
}
provider "rblmonitor" {
${provider}
}
${resources}
`;
}
