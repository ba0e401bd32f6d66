import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { installedPackages } from "../programs";
import { programName, type ReleasePlatform } from "./platforms";

/** Names the versions of the runtimes, with the checksums that npm verifies. */
const runtimes = "src/tasks/executable/runtimes";

/** The lock file's entry of a runtime, whose integrity is `sha512-` and Base64. @throws Error when there is no entry */
export async function lockedRuntime(
  name: string,
): Promise<{ readonly version: string; readonly license: string; readonly integrity: string }> {
  const { packages } = JSON.parse(await readFile(join(runtimes, "package-lock.json"), "utf8"));
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in the lock file in ${runtimes}`);
  return locked;
}

/**
 * The path of bun for a platform. The first use downloads it from npm's registry, since it has about 100 MB; npm compares it
 * with the checksum in the lock file.
 *
 * @throws Error when it cannot be fetched
 */
export async function runtimeFor(platform: ReleasePlatform): Promise<string> {
  const { node, name, runtime } = platform;
  const only = [
    `--os=${node.platform}`,
    `--cpu=${node.arch}`,
    ...(name.startsWith("linux") ? ["--libc=glibc"] : []),
  ];
  const folder = await installedPackages(runtimes, ...only).catch((error: Error) => {
    throw new Error(
      `The runtime for ${name}, npm package ${runtime}, could not be fetched. ${error.message}`,
    );
  });
  const program = join(folder, "node_modules", runtime, "bin", programName("bun", platform));
  if (!existsSync(program)) throw new Error(`${runtime} was fetched, but has no ${program}`);
  return program;
}
