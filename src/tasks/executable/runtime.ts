import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { installedPackages } from "../programs";
import { programName, type ReleasePlatform } from "./platforms";

/** Names the versions of the runtimes, with the checksums that npm verifies. */
const runtimes = "src/tasks/executable/runtimes";

/** The lock file's entry of a package, by default of a runtime, and its checksum. @throws Error without an entry */
export async function lockedPackage(name: string, folder = runtimes) {
  const { packages } = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8"));
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in the lock file in ${folder}`);
  const { version, license, integrity }: Record<"version" | "license" | "integrity", string> = locked;
  const content = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
  return { version, license, hashes: [{ alg: "SHA-512", content }] };
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
