import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants, readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { textIfAny } from "./input";
import { type Interrupt, interruptible } from "./interrupt";
import { printable, shellWord } from "./output/terminal";
import { isFolder } from "./project/folders";

/** The program that a user types. */
export type Program = "terraform" | "tofu";

const programs: readonly Program[] = ["terraform", "tofu"];

/**
 * The program to run in a folder: the one that `TERRAFORM_BINARY_NAME` names, else the one that the folder is for, else OpenTofu
 * if it is on the PATH and Terraform is not.
 */
export async function programOn(
  { TERRAFORM_BINARY_NAME: named, PATH = "" }: NodeJS.ProcessEnv,
  folder = ".",
): Promise<Program> {
  if (named) return /tofu[^/\\]*$/.test(named) ? "tofu" : "terraform";
  const { program } = await projectIn(folder);
  return (
    program ?? (!(await onPath("terraform", PATH)) && (await onPath("tofu", PATH)) ? "tofu" : "terraform")
  );
}

/** The program that a folder is for, if anything in it decides, and whether no other program may read it. */
async function projectIn(folder: string): Promise<{ readonly program?: Program; readonly isOnly?: true }> {
  const names = await readdir(folder).catch(() => []);
  // Terraform ignores these files, and would work with another backend or other resources.
  if (names.some((name) => /\.tofu(\.json)?$/.test(name))) return { program: "tofu", isOnly: true };
  const textOf = (name: string) => textIfAny(join(folder, name));
  if (isEncrypted(textOf("terraform.tfstate"))) return { program: "tofu" };
  const lock = textOf(".terraform.lock.hcl");
  if (lock.includes('provider "registry.opentofu.org/')) return { program: "tofu" };
  return lock.includes('provider "registry.terraform.io/') ? { program: "terraform" } : {};
}

/** Whether a state or a plan is encrypted, by its beginning. Only OpenTofu does that. */
export function isEncrypted(text: string): boolean {
  return text.startsWith("{") && text.slice(0, 4_096).includes('"encrypted_data"');
}

/** The file of a program in the folders of a PATH. */
export async function onPath(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, process.platform === "win32" ? `${name}.exe` : name);
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {}
  }
  return undefined;
}

/** How many characters of Terraform's output an error quotes. */
const maxQuoted = 2_000;

/** Errors that another program or version may not have. Errors of the provider name the version of the API. */
const mayDependOnProgram = /\b(?:unsupported|reserved|(?<!API\s)version|created\s+by|PATH)\b/i;

/** After an interrupt, Terraform has this many milliseconds to end. */
const gracePeriod = 500;

interface TerraformCommand {
  /** The folder to run it in. */
  readonly folder: string;
  readonly args: readonly string[];
  /** The alternative without Terraform: the end of a sentence, as in `pass a file with …`. */
  readonly alternative: string;
  /** The form of the file that it reads, which any program and version may have written; absent if it reads the folder. */
  readonly file?: "plain" | "encrypted";
}

/**
 * The output of a command of Terraform or OpenTofu. If the program that is tried first cannot read the folder or the file, the
 * other one is tried. A named program alone reads the folder.
 * @param env selects the program by TERRAFORM_BINARY_NAME, else those on the PATH are tried in the order that the folder suggests
 * @throws Error with the messages of the programs
 */
export async function terraformOutput(
  { folder, args, alternative, file }: TerraformCommand,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  if (!isFolder(folder)) throw new Error(`The folder ${folder} does not exist.`);
  const named = env.TERRAFORM_BINARY_NAME;
  const project = await projectIn(folder);
  const first = named || (file === "encrypted" ? "tofu" : project.program);
  const isAlone = named ? file === undefined : project.isOnly;
  const candidates = [...new Set([...(first ? [first] : []), ...(isAlone ? [] : programs)])];
  const failures: string[] = [];
  const missing: string[] = [];
  for (const binary of candidates) {
    const run = await runIn(folder, binary, args, env);
    if (run?.code === 0) return run.stdout;
    if (run === undefined) missing.push(binary);
    // A named program that does not exist is a mistake, which no other program may hide.
    if (run === undefined && binary === named) break;
    if (run === undefined) continue;
    if (/acquiring the state lock/i.test(run.stderr)) throw stateLocked(folder, binary, run.stderr);
    const failure = `\`${[binary, ...args].join(" ")}\` in ${folder} ended with ${run.code ?? "a signal"}`;
    const excerpt = stripVTControlCharacters(run.stderr).trim().slice(-maxQuoted);
    // The advice of a program that the folder is not for would damage the project.
    const isForAnother = failures.length > 0 && first !== undefined && first !== named;
    failures.push(isForAnother ? `${failure}, too.` : `${failure}:\n\n${excerpt}`);
    if (binary === project.program && args[0] === "plan") break;
  }
  if (failures.length === 0 || missing.includes(first ?? ""))
    failures.push(`${missing.join(" or ")} is not on the PATH.`);
  const remedy = mayDependOnProgram.test(failures.join("\n"))
    ? "Set TERRAFORM_BINARY_NAME to the program and version of this project"
    : "Resolve the error";
  throw new Error([...failures, `${remedy}, or ${alternative}.`].join("\n\n"));
}

/** The names of the workspaces of a configuration; none if its backend does not support them. */
export async function workspacesIn(folder: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const command = { folder, args: ["workspace", "list"], alternative: "select a state with --state" };
  const list = await terraformOutput(command, env).catch((error: Error) => {
    if (/workspaces not supported/i.test(error.message)) return "";
    throw error;
  });
  return [...list.matchAll(/^[* ] (\S+)$/gm)].map(([, name = ""]) => name);
}

/** Returns undefined if there is no such executable. */
function runIn(cwd: string, binary: string, args: readonly string[], env: NodeJS.ProcessEnv) {
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

export type Ended = Awaited<ReturnType<typeof ended>>;

/**
 * Waits until a program ends, and collects its output. The exit code is null if a signal ended it.
 * @param onOutput gets the output while the program runs
 */
export async function ended(child: ChildProcess, onOutput?: (text: string) => void) {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
      onOutput?.(text);
    });
  }
  const [code] = await once(child, "close");
  return { code: code as number | null, ...printed };
}

/** The error for a locked state, with the command that unlocks it. @param message that of Terraform or OpenTofu */
function stateLocked(folder: string, binary: string, message: string): Error {
  const { id, owner } = lockIn(stripVTControlCharacters(message));
  return new Error(
    `The state of ${folder} is locked${owner}. Run this command again when that run has ended. If it was killed, unlock the state first:\n\n  ${unlockCommand(folder, binary, id)}`,
  );
}

/** A note about the lock that a run, perhaps a killed one, holds on the local state of a folder; none without a lock. */
export function lockNotes(folder: string, binary: string): string[] {
  const text = textIfAny(join(folder, ".terraform.tfstate.lock.info"));
  if (text === "") return [];
  const { id, owner } = lockIn(text);
  return [
    `The state of ${folder} is locked${owner}, so it may lack what that run has changed. If it was killed, unlock the state with \`${unlockCommand(folder, binary, id)}\`, and \`rblmonitor imports\` finds what it created.`,
  ];
}

function unlockCommand(folder: string, binary: string, id: string): string {
  const command = [binary, ...(folder === "." ? [] : [`-chdir=${folder}`]), "force-unlock", id];
  return command.map(shellWord).join(" ");
}

/** The id of a lock, and its owner as far as the text has them: Terraform's message, or the file of a local lock. */
function lockIn(text: string): { readonly id: string; readonly owner: string } {
  const facts = text.matchAll(/\b(ID|Who|Created|Operation)"?: *"?([^"\n]*[^"\s])/g);
  const {
    ID = "LOCK_ID",
    Who,
    Created,
    Operation,
  } = Object.fromEntries([...facts].map(([, name, value = ""]) => [name, printable(value)]));
  const since = Created && `since ${Created.slice(0, "2026-11-28 05:00".length).replace("T", " ")} UTC`;
  const owner = [Who && `by ${Who}`, since, Operation && `(${Operation})`].filter(Boolean).join(" ");
  return { id: ID, owner: owner && ` ${owner}` };
}
