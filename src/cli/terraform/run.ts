import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { type Interrupt, interruptible } from "../interrupt";
import { isFolder } from "../output/make-folder";

/** How much of Terraform's output an error quotes, in characters. */
const mostQuoted = 2_000;

/** After an interrupt, Terraform has this many milliseconds to end. */
const gracePeriod = 500;

/** A command of Terraform, and its purpose. */
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

const onPath = ["terraform", "tofu"];

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
  const binaries = named ? [named] : onPath;
  const refused: string[] = [];
  for (const binary of named && isFromOtherProgram ? [named, ...onPath] : binaries) {
    // A named program that does not exist is a mistake, which no other program may hide.
    if (binary !== named && named && refused.length === 0) break;
    const run = await runIn(folder, binary, args, env);
    if (run === undefined) continue;
    if (run.code === 0) return run.stdout;
    refused.push(
      `\`${[binary, ...args].join(" ")}\` in ${folder} ended with ${run.code ?? "a signal"}:\n\n${excerpt(run.stderr)}`,
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

/** Undefined when there is no such executable. */
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
  // An interrupt is listened for before there is something to stop.
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

/** A program that ended. */
export interface Ended {
  /** The exit code; null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Waits until a program ends, and collects what it prints.
 *
 * @param onOutput gets what it prints while it runs
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

function excerpt(text: string): string {
  return stripVTControlCharacters(text).trim().slice(-mostQuoted);
}
