import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type Interrupt, interruptible } from "./interrupt";
import { isFolder } from "./project/folders";

/** The program that a user types. */
export type Program = "terraform" | "tofu";

const programs: readonly Program[] = ["terraform", "tofu"];

/** OpenTofu, if `TERRAFORM_BINARY_NAME` names it, or it is on the PATH and Terraform is not. */
export async function programOn({
  TERRAFORM_BINARY_NAME: named,
  PATH = "",
}: NodeJS.ProcessEnv): Promise<Program> {
  if (named) return /tofu[^/\\]*$/.test(named) ? "tofu" : "terraform";
  return !(await onPath("terraform", PATH)) && (await onPath("tofu", PATH)) ? "tofu" : "terraform";
}

/** The file of a program in the folders of a PATH. */
export async function onPath(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, process.platform === "win32" ? `${name}.exe` : name);
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isExecutable) return file;
  }
  return undefined;
}

/** How many characters of Terraform's output an error quotes. */
const maxQuoted = 2_000;

/** After an interrupt, Terraform has this many milliseconds to end. */
const gracePeriod = 500;

interface TerraformCommand {
  /** The folder to run it in. */
  readonly folder: string;
  readonly args: readonly string[];
  /** Its purpose, as in `read the state of production`. */
  readonly purpose: string;
  /** The alternative without Terraform: the end of a sentence, as in `pass a file with …`. */
  readonly alternative: string;
  /** Whether Terraform reports that the file is of another program, such as OpenTofu, or another version. */
  readonly isFromOtherProgram?: (stderr: string) => boolean;
}

/**
 * The output of a command of Terraform. If it reports that the file is from another program, the next program is tried.
 * @param env selects Terraform: TERRAFORM_BINARY_NAME, else terraform on the PATH, else tofu
 * @throws Error with Terraform's message
 */
export async function terraformOutput(
  { folder, args, purpose, alternative, isFromOtherProgram }: TerraformCommand,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (!isFolder(folder)) throw new Error(`The folder ${folder} does not exist.`);
  const named = env.TERRAFORM_BINARY_NAME;
  const binaries = named ? [named] : programs;
  const refused: string[] = [];
  for (const binary of named && isFromOtherProgram ? [named, ...programs] : binaries) {
    // A named program that does not exist is a mistake, which no other program may hide.
    if (binary !== named && named && refused.length === 0) break;
    const run = await runIn(folder, binary, args, env);
    if (run === undefined) continue;
    if (run.code === 0) return run.stdout;
    const excerpt = stripVTControlCharacters(run.stderr).trim().slice(-maxQuoted);
    refused.push(
      `\`${[binary, ...args].join(" ")}\` in ${folder} ended with ${run.code ?? "a signal"}:\n\n${excerpt}`,
    );
    if (isFromOtherProgram?.(run.stderr) !== true) throw new Error(refused.at(-1));
  }
  if (refused.length > 0) {
    throw new Error(
      `${refused.join("\n\n")}\n\nSet TERRAFORM_BINARY_NAME to the program and version that created it, or ${alternative}.`,
    );
  }
  throw new Error(
    `Cannot ${purpose}: ${binaries.join(" or ")} is not on the PATH. Set TERRAFORM_BINARY_NAME to the executable, or ${alternative}.`,
  );
}

/** Returns undefined if there is no such executable. */
function runIn(
  cwd: string,
  binary: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Ended | undefined> {
  // In its own process group, Terraform gets an interrupt only once. A second one would end it immediately and leave locks.
  const detached = process.platform !== "win32";
  let child: ChildProcess | undefined;
  let stopped: Interrupt | undefined;
  const stop = (signal: Interrupt) => {
    stopped = signal;
    child?.kill(signal);
    // A plan holds a lock, which Terraform must have time to release. Nothing else does.
    if (args[0] !== "plan") setTimeout(() => child?.kill("SIGKILL"), gracePeriod).unref();
  };
  // Listens before the program starts, since an interrupt may come at any time.
  return interruptible(process, stop, async () => {
    child = spawn(binary, args, { cwd, env, detached, stdio: ["ignore", "pipe", "pipe"] });
    const run = await ended(child).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    if (stopped !== undefined) throw new Error("Stopped while Terraform was running.");
    return run;
  });
}

export interface Ended {
  /** The exit code; null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Waits until a program ends, and collects its output.
 * @param onOutput gets the output while the program runs
 */
export async function ended(child: ChildProcess, onOutput?: (text: string) => void): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
      onOutput?.(text);
    });
  }
  const [code] = await once(child, "close");
  return { code, ...printed };
}
