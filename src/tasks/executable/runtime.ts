import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { replaceFolder } from "../../cli/project/folders";
import { npm } from "../programs";
import { programName, type ReleasePlatform } from "./platforms";

/** Names the versions of the runtimes, with the checksums that npm verifies. */
const RUNTIMES = "src/tasks/executable/runtimes";

/** The downloaded runtimes. Each has about 100 MB, so `npm ci` does not install them for everyone. */
const CACHE = "node_modules/.cache/runtimes";

/** A runtime in the lock file. */
export interface LockedRuntime {
  readonly version: string;
  readonly license: string;
  /** `sha512-` and Base64. */
  readonly integrity: string;
}

/** The lock file's entry of a runtime. @throws Error when there is no entry */
export async function lockedRuntime(name: string): Promise<LockedRuntime> {
  const { packages } = JSON.parse(await readFile(join(RUNTIMES, "package-lock.json"), "utf8"));
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in the lock file in ${RUNTIMES}`);
  return locked;
}

/**
 * The path of bun for a platform. The first use downloads it from npm's registry; npm compares it with the checksum in the
 * lock file.
 *
 * @throws Error when it cannot be fetched
 */
export async function runtimeFor(platform: ReleasePlatform): Promise<string> {
  const folder = resolve(CACHE, await versionOfRuntimes(), platform.name);
  const program = join(folder, "node_modules", platform.runtime, "bin", programName("bun", platform));
  if (existsSync(program)) return program;
  process.stderr.write(`Fetching ${platform.runtime}\n`);
  await replaceFolder(folder, (fresh) => install(fresh, platform)).catch((error: Error) => {
    throw new Error(
      `The runtime for ${platform.name}, npm package ${platform.runtime}, could not be fetched. ${error.message}`,
    );
  });
  if (!existsSync(program)) throw new Error(`${platform.runtime} was fetched, but has no ${program}`);
  return program;
}

async function install(folder: string, { node, name }: ReleasePlatform): Promise<void> {
  for (const file of ["package.json", "package-lock.json"]) {
    await cp(join(RUNTIMES, file), join(folder, file));
  }
  await cp(".npmrc", join(folder, ".npmrc"));
  const only = [
    `--os=${node.platform}`,
    `--cpu=${node.arch}`,
    ...(name.startsWith("linux") ? ["--libc=glibc"] : []),
  ];
  await npm(folder, "ci", "--ignore-scripts", ...only);
}

/** A hash of the lock file: other versions of the runtimes have another folder. */
async function versionOfRuntimes(): Promise<string> {
  const lock = await readFile(join(RUNTIMES, "package-lock.json"));
  return createHash("sha256").update(lock).digest("hex").slice(0, 12);
}
