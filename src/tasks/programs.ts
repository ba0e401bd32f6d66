import { type SpawnOptions, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { replaceFolder } from "../cli/project/folders";
import { type Ended, ended } from "../cli/terraform-program";
import { fingerprint } from "./files";

/**
 * Runs a script with the Node of this process, on the same terminal. Returns the exit code.
 *
 * @param environment variables to add to those of this process; undefined removes a variable
 */
export async function runNode(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<number> {
  const env = { ...process.env, ...environment };
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit", env }), "exit");
  // No code: a signal ended it, which is a failure.
  return typeof code === "number" ? code : 1;
}

/** Runs a program to its end, whatever its exit code. It gets no input. */
export function runProgram(program: string, args: readonly string[], options: SpawnOptions = {}) {
  return ended(spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] }));
}

/** Returns what a program prints. @throws Error with its output unless it succeeds */
export async function output(program: string, args: readonly string[], options?: SpawnOptions) {
  const end = await runProgram(program, args, options);
  assertSucceeded([program, ...args].join(" "), end);
  return end.stdout;
}

/** @throws Error with the output of a command unless its exit code is 0 */
export function assertSucceeded(command: string, { code, stdout, stderr }: Ended): void {
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${stdout}${stderr}`);
}

/**
 * Runs the npm that runs this task, or else the one on the PATH.
 *
 * @returns what npm prints
 * @throws Error with npm's message when it fails
 */
export function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith(".js") ? [process.execPath, [script]] : ["npm", []];
  // npm is a batch file on Windows. No argument comes from a user.
  const shell = command === "npm" && process.platform === "win32";
  return output(command, [...first, ...args], { cwd: folder, shell });
}

/**
 * The folder with the packages of a lock file, which npm installs unless they are there. Another content of the lock file,
 * and other options, have another folder.
 *
 * @param source the folder of package.json and package-lock.json
 * @param options of npm
 * @throws Error with npm's message when it fails
 */
export async function installedPackages(source: string, ...options: readonly string[]): Promise<string> {
  const files = ["package.json", "package-lock.json"].map((file) => join(source, file));
  const digest = hash("sha256", JSON.stringify([await fingerprint(...files), options]));
  const folder = resolve("node_modules/.cache", basename(source), digest.slice(0, 12));
  if (existsSync(folder)) return folder;
  process.stderr.write(`Installing the packages of ${[source, ...options].join(" ")}\n`);
  await replaceFolder(folder, async (fresh) => {
    for (const file of [...files, ".npmrc"]) await cp(file, join(fresh, basename(file)));
    await npm(fresh, "ci", ...options);
  });
  return folder;
}
