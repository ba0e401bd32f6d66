import { type SpawnOptions, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Ended, ended } from "../../cli/terraform-program";
import { assertSucceeded, runProgram } from "../programs";
import { findTerraform } from "./find";

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

/** The settings of a workspace. */
export interface WorkspaceOptions {
  /**
   * The mirror from which `terraform init` installs the plugin. Default: the built plugin by `dev_overrides`, with which Terraform
   * needs no `init` and prints a warning at each command.
   */
  plugin?: { mirror: string };
  /** The folder of the configuration; default: a new temporary one. */
  folder?: string;
  /** Files to write, by path below the folder. */
  files?: Readonly<Record<string, string>>;
  /** The account, as the provider's environment variables. */
  account?: { url: string; legacyUrl?: string; accountSid: string; authToken: string };
  /** More environment variables; undefined removes a variable. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/** A folder with a configuration, and the terraform that uses it with our plugin and no other. */
export type TerraformWorkspace = Awaited<ReturnType<typeof terraformWorkspace>>;

const provider = "rblmonitor/rblmonitor";

/**
 * Makes a workspace. Its terraform sees none of the user's configuration, caches, registries and variables.
 *
 * @throws when there is no terraform
 */
export async function terraformWorkspace(options: WorkspaceOptions = {}) {
  const terraform = await findTerraform();
  const temporary = await mkdtemp(join(tmpdir(), "terraform-"));
  const folder = options.folder ?? join(temporary, "configuration");
  const settings = join(temporary, "terraform.rc");
  // Our plugin comes from there, and no other plugin is available.
  const source =
    options.plugin === undefined
      ? `dev_overrides {\n    "${provider}" = ${JSON.stringify(resolve(builtPlugin()))}\n  }`
      : `filesystem_mirror {\n    path = ${JSON.stringify(resolve(options.plugin.mirror))}\n  }`;
  await writeFile(settings, `provider_installation {\n  ${source}\n}\n`);
  const env = {
    TF_CLI_CONFIG_FILE: settings,
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    CHECKPOINT_DISABLE: "1",
    TF_CLI_ARGS: "-no-color",
    ...pluginEnvironment(options),
  };

  const workspace = {
    folder,
    /** Writes or replaces a file of the configuration. */
    async write(path: string, content: string): Promise<void> {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    },
    /** Runs a command to its end, whatever its exit code. */
    run: (...args: string[]): Promise<Ended> => runProgram(terraform, args, { cwd: folder, env }),
    /** Runs a command to its end. @throws with terraform's output unless the exit code is 0 */
    async succeed(...args: string[]): Promise<Ended> {
      const result = await workspace.run(...args);
      assertSucceeded(`terraform ${args.join(" ")}`, result);
      return result;
    },
    /** Starts a command in its own process group. `onOutput` gets what it prints while it runs. */
    start: (args: readonly string[], onOutput?: (text: string) => void) =>
      inOwnGroup(terraform, args, { cwd: folder, env }, onOutput),
    /** Removes the temporary files, and the folder if it is temporary. */
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(options.files ?? {})) await workspace.write(path, content);
  return workspace;
}

/** Starts a program in its own process group. `onOutput` gets what it prints while it runs. */
export function inOwnGroup(
  program: string,
  args: readonly string[],
  place: Pick<SpawnOptions, "cwd" | "env">,
  onOutput?: (text: string) => void,
) {
  const child = spawn(program, args, { ...place, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  /** Sends SIGINT to Terraform and all its plugins, as Ctrl-C in a terminal does. */
  const interrupt = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
  };
  return { child, finished: ended(child, onOutput), interrupt };
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
