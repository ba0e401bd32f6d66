import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { findTerraform } from "./find";
import { builtPlugin } from "./plugin-form";

/** Where Terraform finds the plugin. */
export type PluginSource =
  /** A folder with the executable. Terraform needs no `init` then, and warns at each command. */
  | { devOverrides: string }
  /** A folder laid out as a mirror, from which `terraform init` installs. Nothing is asked of a registry. */
  | { mirror: string };

/** What a workspace is made of. */
export interface WorkspaceOptions {
  /** Default: the built plugin, by `dev_overrides`. */
  plugin?: PluginSource;
  /** The folder of the configuration; default: a new temporary one. */
  folder?: string;
  /** Files to write, by path below the folder. */
  files?: Readonly<Record<string, string>>;
  /** The account, as the provider's environment variables. */
  account?: { url: string; legacyUrl?: string; accountSid: string; authToken: string };
  /** More environment variables; undefined takes one away. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Whether Terraform prints colours. Default: false. */
  color?: boolean;
}

/** A command that ended. */
export interface TerraformRun {
  /** The exit code; null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A command under way. */
export interface TerraformProcess {
  readonly child: ChildProcess;
  readonly finished: Promise<TerraformRun>;
  /** Sends SIGINT to Terraform and all its plugins, as Ctrl-C in a terminal does. */
  interrupt(): void;
}

/** One change of a plan or one drift, in the form of `terraform show -json`. */
export interface ResourceChange {
  address: string;
  type: string;
  name: string;
  change: {
    actions: readonly string[];
    before: Readonly<Record<string, unknown>> | null;
    after: Readonly<Record<string, unknown>> | null;
    after_unknown: unknown;
    replace_paths?: readonly (readonly (string | number)[])[];
  };
}

/** A plan in the form of `terraform show -json`: the parts that are looked at. */
export interface TerraformPlan {
  errored?: boolean;
  resource_changes?: readonly ResourceChange[];
  resource_drift?: readonly ResourceChange[];
  output_changes?: Readonly<Record<string, unknown>>;
}

/** One object of a state in the form of `terraform show -json`. */
export interface StateResource {
  address: string;
  mode: "managed" | "data";
  type: string;
  name: string;
  values: Readonly<Record<string, unknown>>;
  tainted?: boolean;
}

/** A state in the form of `terraform show -json`: the parts that are looked at. */
export interface TerraformState {
  values?: {
    root_module?: { resources?: readonly StateResource[] };
    outputs?: Readonly<Record<string, { value: unknown; sensitive: boolean }>>;
  };
}

/** A folder with a configuration, and the terraform that works on it with our plugin and nothing else. */
export interface TerraformWorkspace {
  readonly folder: string;
  /** Writes or replaces a file of the configuration. */
  write(path: string, content: string): Promise<void>;
  /** Runs a command to its end, whatever its exit code. */
  run(...args: string[]): Promise<TerraformRun>;
  /** Runs a command to its end. @throws unless its exit code is 0, with what terraform said */
  succeed(...args: string[]): Promise<TerraformRun>;
  /** Starts a command in a process group of its own. `onOutput` gets what it prints while it runs. */
  start(args: readonly string[], onOutput?: (text: string) => void): TerraformProcess;
  /** Plans, and returns the plan. @throws when planning fails, with what terraform said */
  planJson(...args: string[]): Promise<TerraformPlan>;
  /** The state. @throws when it cannot be shown, with what terraform said */
  stateJson(): Promise<TerraformState>;
  /** Removes what was made; the folder too if it is a temporary one. */
  remove(): Promise<void>;
}

const PROVIDER = "rblmonitor/rblmonitor";
const PLAN_FILE = "planned";

/**
 * Makes a workspace. Its terraform sees no configuration, cache, registry or variable of the user's own.
 *
 * @throws when there is no terraform
 */
export async function terraformWorkspace(options: WorkspaceOptions = {}): Promise<TerraformWorkspace> {
  const terraform = await findTerraform();
  const temporary = await mkdtemp(join(tmpdir(), "terraform-"));
  const folder = options.folder ?? join(temporary, "configuration");
  const settings = join(temporary, "terraform.rc");
  await writeFile(settings, cliConfiguration(options.plugin ?? { devOverrides: builtPlugin() }));
  const environment = terraformEnvironment(settings, options);

  const write = async (path: string, content: string): Promise<void> => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const launch = (args: readonly string[], detached: boolean, onOutput?: (text: string) => void) =>
    launchTerraform(
      spawn(terraform, args, { cwd: folder, env: environment, detached, stdio: PIPES }),
      onOutput,
    );
  const run = (...args: string[]): Promise<TerraformRun> => launch(args, false).finished;
  const succeed = async (...args: string[]): Promise<TerraformRun> => {
    const ended = await run(...args);
    assertSucceeded(args, ended);
    return ended;
  };
  const shown = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await succeed("show", "-json", ...args)).stdout);

  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(options.files ?? {})) await write(path, content);
  return {
    folder,
    write,
    run,
    succeed,
    start: (args, onOutput) => launch(args, true, onOutput),
    async planJson(...args) {
      await succeed("plan", `-out=${PLAN_FILE}`, ...args);
      return (await shown(PLAN_FILE)) as TerraformPlan;
    },
    async stateJson() {
      return (await shown()) as TerraformState;
    },
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}

const PIPES: StdioOptions = ["ignore", "pipe", "pipe"];

/** Terraform's own settings: our plugin from where we say, and nothing from anywhere else. */
function cliConfiguration(plugin: PluginSource): string {
  if ("devOverrides" in plugin) {
    const folder = JSON.stringify(resolve(plugin.devOverrides));
    return `provider_installation {\n  dev_overrides {\n    "${PROVIDER}" = ${folder}\n  }\n}\n`;
  }
  const folder = JSON.stringify(resolve(plugin.mirror));
  return `provider_installation {\n  filesystem_mirror {\n    path = ${folder}\n  }\n}\n`;
}

function terraformEnvironment(settings: string, options: WorkspaceOptions): NodeJS.ProcessEnv {
  return {
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    CHECKPOINT_DISABLE: "1",
    ...(options.color === true ? {} : { TF_CLI_ARGS: "-no-color" }),
    ...pluginEnvironment(options),
  };
}

/** The environment of a workspace's plugins, with nothing of the user's own that they or Terraform heed. */
export function pluginEnvironment({ account, environment }: WorkspaceOptions): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|TOFU_|RBLMONITOR_)/.test(name));
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

function launchTerraform(child: ChildProcess, onOutput?: (text: string) => void): TerraformProcess {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
      onOutput?.(text);
    });
  }
  return {
    child,
    finished: once(child, "close").then(([code]) => ({ code: code as number | null, ...printed })),
    interrupt() {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
    },
  };
}

/** @throws unless the exit code of a command is 0, with what terraform said */
export function assertSucceeded(args: readonly string[], { code, stdout, stderr }: TerraformRun): void {
  if (code !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
}
