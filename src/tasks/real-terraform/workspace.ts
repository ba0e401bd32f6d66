import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Ended, ended } from "../../cli/terraform-program";
import { findTerraform } from "./find";
import type { TerraformPlan, TerraformState } from "./json";

/** The form of the plugin that tests and tasks start: `RBLMONITOR_TEST_FORM`, by default the bundled script for Node. */
export function pluginForm(): "script" | "executable" {
  const { RBLMONITOR_TEST_FORM: form = "script" } = process.env;
  if (form === "script" || form === "executable") return form;
  throw new Error(`RBLMONITOR_TEST_FORM is script or executable, not ${form}`);
}

/** The folder of the plugin in that form. `npm test` builds it. */
export function builtPlugin(): string {
  return pluginForm() === "executable" ? "dist/executable" : "dist/plugin";
}

/** The place from which Terraform takes the plugin. */
export type PluginSource =
  /** A folder with the executable. Terraform then needs no `init`, and prints a warning at each command. */
  | { devOverrides: string }
  /** A mirror, from which `terraform init` installs without a registry. */
  | { mirror: string };

/** The settings of a workspace. */
export interface WorkspaceOptions {
  /** Default: the built plugin, by `dev_overrides`. */
  plugin?: PluginSource;
  /** The folder of the configuration; default: a new temporary one. */
  folder?: string;
  /** Files to write, by path below the folder. */
  files?: Readonly<Record<string, string>>;
  /** The account, as the provider's environment variables. */
  account?: { url: string; legacyUrl?: string; accountSid: string; authToken: string };
  /** More environment variables; undefined removes a variable. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/** A command that ended. */
export type TerraformRun = Ended;

/** A running command. */
export interface TerraformProcess {
  readonly child: ChildProcess;
  readonly finished: Promise<TerraformRun>;
  /** Sends SIGINT to Terraform and all its plugins, as Ctrl-C in a terminal does. */
  interrupt(): void;
}

/** A folder with a configuration, and the terraform that uses it with our plugin and no other. */
export interface TerraformWorkspace {
  readonly folder: string;
  /** Writes or replaces a file of the configuration. */
  write(path: string, content: string): Promise<void>;
  /** Runs a command to its end, whatever its exit code. */
  run(...args: string[]): Promise<TerraformRun>;
  /** Runs a command to its end. @throws with terraform's output unless the exit code is 0 */
  succeed(...args: string[]): Promise<TerraformRun>;
  /** Starts a command in its own process group. `onOutput` gets what it prints while it runs. */
  start(args: readonly string[], onOutput?: (text: string) => void): TerraformProcess;
  /** Plans, and returns the plan. @throws with terraform's output when planning fails */
  planJson(...args: string[]): Promise<TerraformPlan>;
  /** The state. @throws with terraform's output when it cannot be shown */
  stateJson(): Promise<TerraformState>;
  /** Removes the temporary files, and the folder if it is temporary. */
  remove(): Promise<void>;
}

const provider = "rblmonitor/rblmonitor";

/**
 * Makes a workspace. Its terraform sees none of the user's configuration, caches, registries and variables.
 *
 * @throws when there is no terraform
 */
export async function terraformWorkspace(options: WorkspaceOptions = {}): Promise<TerraformWorkspace> {
  const terraform = await findTerraform();
  const temporary = await mkdtemp(join(tmpdir(), "terraform-"));
  const folder = options.folder ?? join(temporary, "configuration");
  const settings = join(temporary, "terraform.rc");
  await writeFile(settings, cliConfiguration(options.plugin ?? { devOverrides: builtPlugin() }));
  const env = {
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    CHECKPOINT_DISABLE: "1",
    TF_CLI_ARGS: "-no-color",
    ...pluginEnvironment(options),
  };

  const write = async (path: string, content: string): Promise<void> => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const run = (...args: string[]): Promise<TerraformRun> =>
    ended(spawn(terraform, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] }));
  const succeed = async (...args: string[]): Promise<TerraformRun> => {
    const result = await run(...args);
    assertSucceeded(args, result);
    return result;
  };
  const shown = async (...args: string[]) => JSON.parse((await succeed("show", "-json", ...args)).stdout);

  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(options.files ?? {})) await write(path, content);
  return {
    folder,
    write,
    run,
    succeed,
    start: (args, onOutput) => inOwnGroup(terraform, args, { cwd: folder, env }, onOutput),
    async planJson(...args) {
      await succeed("plan", "-out=planned", ...args);
      return shown("planned");
    },
    stateJson: () => shown(),
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Starts a program in its own process group. `onOutput` gets what it prints while it runs. */
export function inOwnGroup(
  program: string,
  args: readonly string[],
  place: Pick<SpawnOptions, "cwd" | "env">,
  onOutput?: (text: string) => void,
): TerraformProcess {
  const child = spawn(program, args, { ...place, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const interrupt = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
  };
  return { child, finished: ended(child, onOutput), interrupt };
}

/** Terraform's CLI configuration: our plugin comes from the given place, and no other plugin is available. */
function cliConfiguration(plugin: PluginSource): string {
  const source =
    "devOverrides" in plugin
      ? `dev_overrides {\n    "${provider}" = ${JSON.stringify(resolve(plugin.devOverrides))}\n  }`
      : `filesystem_mirror {\n    path = ${JSON.stringify(resolve(plugin.mirror))}\n  }`;
  return `provider_installation {\n  ${source}\n}\n`;
}

/**
 * The environment of a workspace's plugins, without the user's variables for them or for Terraform, and without the
 * authorities, which Node 20 reads at each start.
 */
export function pluginEnvironment({ account, environment }: WorkspaceOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TF_|TOFU_|RBLMONITOR_|NODE_EXTRA_CA_CERTS$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    ...(account && {
      RBLMONITOR_BASE_URL: account.url,
      RBLMONITOR_LEGACY_BASE_URL: account.legacyUrl,
      RBLMONITOR_ACCOUNT_SID: account.accountSid,
      RBLMONITOR_AUTH_TOKEN: account.authToken,
    }),
    ...environment,
  };
}

/** @throws with terraform's output unless the exit code of a command is 0 */
export function assertSucceeded(args: readonly string[], { code, stdout, stderr }: TerraformRun): void {
  if (code !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
}
