import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { npm } from "../../npm";
import { programName, type ReleasePlatform } from "./platforms";
import { RUNTIMES } from "./runtime-lock";

/** Where they stay: each is some 100 MB, so that npm ci does not fetch them for everybody. */
const CACHE = "node_modules/.cache/runtimes";

/**
 * The path of bun for a platform. It is fetched from npm's registry when it is needed first, and npm compares it with the
 * checksum in the lock file.
 * @throws Error when it cannot be fetched
 */
export async function runtimeFor(platform: ReleasePlatform): Promise<string> {
  const folder = resolve(CACHE, await versionOfRuntimes(), platform.name);
  const program = join(folder, "node_modules", platform.runtime, "bin", programName("bun", platform));
  if (existsSync(program)) return program;
  process.stderr.write(`Fetching ${platform.runtime}\n`);
  await fetchInto(folder, platform).catch((error: Error) => {
    throw new Error(
      `The runtime for ${platform.name}, npm package ${platform.runtime}, could not be fetched. ${error.message}`,
    );
  });
  if (!existsSync(program)) throw new Error(`${platform.runtime} was fetched, but has no ${program}`);
  return program;
}

/** Beside its place, and moved there when whole: an interrupted fetch leaves nothing that could be run. */
async function fetchInto(folder: string, { node, name }: ReleasePlatform): Promise<void> {
  const fresh = resolve(CACHE, `.new-${name}-${process.pid}`);
  await mkdir(fresh, { recursive: true });
  try {
    for (const file of ["package.json", "package-lock.json"]) {
      await cp(join(RUNTIMES, file), join(fresh, file));
    }
    await cp(".npmrc", join(fresh, ".npmrc"));
    const only = [
      `--os=${node.platform}`,
      `--cpu=${node.arch}`,
      ...(name.startsWith("linux") ? ["--libc=glibc"] : []),
    ];
    await npm(fresh, "ci", "--ignore-scripts", ...only);
    await mkdir(join(folder, ".."), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Other versions are other folders. */
async function versionOfRuntimes(): Promise<string> {
  const lock = await readFile(join(RUNTIMES, "package-lock.json"));
  return createHash("sha256").update(lock).digest("hex").slice(0, 12);
}
