import type { AnyObject } from "../../src/emulator/account/objects";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../src/emulator/emulator";
import { type Kind, kinds } from "../../src/service/kinds";
import type { TerraformPlan } from "../../src/tasks/terraform/json";
import {
  pluginEnvironment,
  type TerraformProcess,
  type TerraformWorkspace,
  terraformWorkspace,
  type WorkspaceOptions,
} from "../../src/tasks/terraform/workspace";
import { runPlugin } from "./running-plugin";
import { spokenVersion } from "./spoken-version";
import { instances } from "./state-file";
import { type Told, told } from "./terraform-messages";

const kindNames = Object.keys(kinds) as Kind[];

/** What the tests of this folder begin with: enough time for a dozen terraform commands on a busy machine. */
export const patience = 240_000;

/** A configuration in a folder of its own, and the real terraform that works on it. */
export interface Configuration {
  readonly workspace: TerraformWorkspace;
  /** Writes the whole configuration; `provider` is the body of the provider's block. */
  write(resources: string, provider?: string): Promise<void>;
  /** Plans without keeping the plan, and tells what terraform said, errors too. */
  plan(...args: string[]): Promise<Told>;
  /** Plans and applies, and tells what terraform said, errors too. */
  tryApply(...args: string[]): Promise<Told>;
  /** Plans and applies. @throws when terraform ends with an error */
  apply(...args: string[]): Promise<Told>;
  /** Plans, keeps the plan and returns it whole. @throws when planning fails */
  keptPlan(...args: string[]): Promise<TerraformPlan>;
  /** Applies the plan kept last. @throws when terraform ends with an error */
  applyKept(): Promise<Told>;
  /** Destroys everything. @throws when terraform ends with an error */
  destroy(): Promise<Told>;
  /** The attributes of a managed object in state. @throws when it is not there */
  values(address: string): Promise<Readonly<Record<string, unknown>>>;
  start(args: readonly string[], onOutput?: (text: string) => void): TerraformProcess;
}

/** What a workspace is made of; its plugin may be one that runs all along, as running-plugin.ts tells. */
export interface AccountOptions extends Omit<WorkspaceOptions, "plugin"> {
  plugin?: WorkspaceOptions["plugin"] | "running";
}

/** An emulated account of the service, and a configuration for it. */
export interface TestAccount extends Configuration {
  readonly service: Emulator;
  /** Another configuration, with a state of its own, for the same account. */
  another(options?: AccountOptions): Promise<Configuration>;
  /** The ids of all objects of the account. */
  census(): readonly string[];
  /** The object of that kind with that name. @throws when there is none */
  named(kind: Kind, name: string): AnyObject;
}

const cleanups: (() => Promise<void>)[] = [];

/** Ends what a test opened. Give it to `afterEach` or `afterAll`, as long as the account shall live. */
export async function closeAccounts(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

/** Opens an account. The emulator has no request limits unless asked for: tests are in a hurry. */
export async function openAccount(
  settings: EmulatorOptions = {},
  options: AccountOptions = {},
): Promise<TestAccount> {
  const service = await startEmulator({ limits: "off", ...settings });
  cleanups.push(() => service.close());
  const another = (more: AccountOptions = {}) => openConfiguration({ account: service, ...options, ...more });
  return {
    ...(await another()),
    service,
    another,
    census: () => kindNames.flatMap((kind) => service.account.objects(kind).map(({ id }) => id)),
    named(kind, name) {
      const found = service.account.objects(kind).find((object) => "name" in object && object.name === name);
      if (found === undefined) throw new Error(`The account has no ${kind} "${name}".`);
      return found;
    },
  };
}

async function openConfiguration({ plugin, ...rest }: AccountOptions): Promise<Configuration> {
  const environment = { RBLMONITOR_API_VERSION: spokenVersion, ...rest.environment };
  const options = { ...rest, environment, ...(plugin !== "running" && plugin !== undefined && { plugin }) };
  if (plugin === "running") {
    const running = await runPlugin(pluginEnvironment(options));
    cleanups.push(() => running.end());
    Object.assign(environment, running.environment);
  }
  const workspace = await terraformWorkspace(options);
  cleanups.push(() => workspace.remove());
  const run = async (...args: string[]): Promise<Told> => told(await workspace.run(...args));
  const well = async (running: Promise<Told>): Promise<Told> => {
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
    keptPlan: (...args) => workspace.planJson(...args),
    applyKept: () => well(run("apply", "-json", "planned")),
    destroy: () => well(run("destroy", "-auto-approve", "-json")),
    async values(address) {
      const found = (await instances(workspace.folder)).get(address);
      if (found === undefined) throw new Error(`The state has no ${address}.`);
      return found.attributes;
    },
    start: workspace.start,
  };
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
