import { rm, rmdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { version } from "../../../provider/version";
import { print } from "../../output/print";
import { printable } from "../../output/terminal";
import { impliedMirror, isFolder, settingsFolder } from "./implied-mirror";
import { packageFolders } from "./mirror";
import type { InstallOptions } from "./options";
import { terraformPlatform } from "./platform";
import type { Machine } from "./run";

/** Removes the packages of this version and platform, and the folders above them that are empty then. */
export async function runUninstall(options: InstallOptions, machine: Machine): Promise<void> {
  const isImplied = options.mirror === undefined;
  const mirror = options.mirror === undefined ? impliedMirror(machine) : resolve(options.mirror);
  const platform = terraformPlatform(machine);
  const folders = packageFolders(mirror, { version, platform });
  const there = await Promise.all(folders.map(isFolder));
  const removed = folders.filter((_, index) => there[index]);
  if (!options.print) {
    for (const folder of removed) {
      await rm(folder, { recursive: true, force: true });
      // A given folder stays, even empty: Terraform's settings may name it, and fail without it.
      await removeEmpty(dirname(folder), isImplied ? dirname(settingsFolder(machine)) : mirror);
    }
  }
  const result = { version, platform: `${platform.os}_${platform.arch}`, mirror, removed };
  print(machine, options, result, () => text(result, options.print === true));
}

/** Removes a folder and those above it, as long as they are empty, up to one that stays. */
async function removeEmpty(folder: string, end: string): Promise<void> {
  for (let next = folder; next !== end && next !== dirname(next); next = dirname(next)) {
    try {
      await rmdir(next);
    } catch {
      return;
    }
  }
}

function text(
  {
    version,
    platform,
    mirror,
    removed,
  }: Readonly<Record<"version" | "platform" | "mirror", string>> & {
    readonly removed: readonly string[];
  },
  isPrinted: boolean,
): string {
  const what = `rblmonitor ${version} for ${platform}`;
  if (removed.length === 0) return `There is no ${what} in ${printable(mirror)}.\n`;
  const lines = removed.map((folder) => `  ${printable(folder)}\n`).join("");
  return `${isPrinted ? "Would remove" : "Removed"} ${what} from ${printable(mirror)}:\n${lines}`;
}
