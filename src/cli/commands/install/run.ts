import { access, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { version } from "../../../provider/version";
import { allUserCaches, forThisNode } from "../../code-caches";
import { uninterrupted } from "../../interrupt";
import { type PrintOptions, print } from "../../output/print";
import { systemError } from "../../output/system-error";
import { type ProcessContext, printable } from "../../output/terminal";
import { linesOf } from "../../output/text";
import { isFolder } from "../../project/folders";
import {
  assertNoConfigurationMoves,
  executable,
  impliedMirror,
  layOut,
  mirrorSettings,
  packageFolders,
  settingsFolder,
  settingsInTheWay,
  terraformPlatform,
} from "./mirror";

export interface InstallOptions extends PrintOptions {
  readonly mirror?: string;
  readonly print?: true;
}

/** The process that the command runs in, as far as it is concerned. */
export interface Machine extends Pick<ProcessContext, "env" | "stdout"> {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
}

/** Where the packages of this version and platform are, or would be. */
function placesOn(machine: Machine, given: string | undefined) {
  const mirror = given === undefined ? impliedMirror(machine) : resolve(given);
  if (mirror === undefined)
    throw new Error(
      "APPDATA is not set, so Terraform's plugin directory is unknown. Set a folder with --mirror.",
    );
  const platform = terraformPlatform(machine);
  const folders = packageFolders(mirror, { version, platform });
  return {
    mirror,
    platform,
    folders,
    about: { version, platform: `${platform.os}_${platform.arch}`, mirror },
  };
}

/**
 * Installs the plugin for this platform, under both hosts.
 * @param plugin the folder of the built plugin
 * @throws Error when there is no plugin, or the folder cannot be written
 */
export async function install(plugin: string, options: InstallOptions, machine: Machine): Promise<void> {
  const { print: isPreview = false, mirror: given } = options;
  const { mirror, platform, folders, about } = placesOn(machine, given);
  const replaced = folders.some(isFolder);
  await access(join(plugin, executable)).catch(() => {
    throw new Error(
      `The plugin is not in ${plugin}. In a checkout of the project, build it with: npm run build`,
    );
  });
  if (given === undefined) assertNoConfigurationMoves(machine);
  if (!isPreview) {
    const layOutAll = async () => {
      for (const folder of folders) await layOut(plugin, folder, { version, platform });
    };
    await uninterrupted(layOutAll).catch((error: unknown) => {
      throw systemError(`install the provider into ${mirror}`, error);
    });
    await recordForUser(plugin, machine);
  }
  const isImplied = mirror === impliedMirror(machine);
  const settings = isImplied && !isPreview ? null : mirrorSettings(mirror);
  const inTheWay = isImplied ? settingsInTheWay(machine, mirror) : undefined;
  const note =
    inTheWay === undefined
      ? null
      : `${inTheWay} has a block provider_installation, so Terraform does not search ${mirror}. Add the folder there as a filesystem_mirror: rblmonitor install --print shows how.`;
  const done = isPreview ? "Would install" : replaced ? "Replaced" : "Installed";
  const reason = isPreview
    ? "The CLI configuration that names the folder (not needed for the default directory):"
    : "Add this to Terraform's CLI configuration, ~/.terraformrc or the file in TF_CLI_CONFIG_FILE:";
  print(machine, options, { ...about, installed: folders, replaced, settings, note }, () =>
    [
      foldersText(`${done} rblmonitor ${version} for ${about.platform} in ${mirror}:`, folders),
      ...(settings === null ? [] : [`${reason}\n\n${settings}`]),
      ...(note === null ? [] : [`${printable(note)}\n`]),
    ].join("\n"),
  );
}

function foldersText(title: string, folders: readonly string[]): string {
  return linesOf([title, ...folders.map((folder) => `  ${folder}`)].map(printable));
}

/**
 * Has the plugin record its code caches in the user's folder for caches. In the package, they would change its checksum, which
 * lock files have. Without them, the plugin starts later, so a failure is not reported.
 */
async function recordForUser(plugin: string, machine: Machine): Promise<void> {
  const all = allUserCaches(machine);
  if (all === undefined) return;
  try {
    const program = await programIn(plugin);
    const { recordCodeCaches } = await import("./record/record");
    const { work } = await import("./record/work");
    await recordCodeCaches(join(plugin, executable), join(all, program, forThisNode), work);
  } catch {}
}

/** The name of the program in a folder, which its code caches have. */
async function programIn(folder: string): Promise<string> {
  const { program } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { program: string };
  return program;
}

/**
 * Removes the packages of this version and platform, and the folders above them that are empty then.
 * @param programs the folders of the programs of this version, whose code caches are removed
 */
export async function uninstall(programs: readonly string[], options: InstallOptions, machine: Machine) {
  const { print: isPreview = false, mirror: given } = options;
  const { mirror, folders, about } = placesOn(machine, given);
  const removed = folders.filter(isFolder);
  if (!isPreview) {
    const removeAll = async () => {
      for (const folder of removed) {
        await rm(folder, { recursive: true, force: true });
        // A given folder stays, even empty: Terraform's settings may name it, and fail without it.
        await removeEmpty(dirname(folder), given === undefined ? dirname(dirname(mirror)) : mirror);
      }
    };
    await uninterrupted(removeAll);
    await removeCaches(programs, machine);
  }
  const what = `rblmonitor ${version} for ${about.platform}`;
  print(machine, options, { ...about, removed }, () =>
    removed.length === 0
      ? `${what} is not installed in ${printable(mirror)}.\n`
      : foldersText(`${isPreview ? "Would remove" : "Removed"} ${what} from ${mirror}:`, removed),
  );
}

/** Removes the user's code caches of these programs. Those of other versions stay. */
async function removeCaches(programs: readonly string[], machine: Machine): Promise<void> {
  const caches = allUserCaches(machine);
  if (caches === undefined) return;
  for (const folder of programs)
    await rm(join(caches, await programIn(folder)), { recursive: true, force: true });
  const [base, home] = [dirname(dirname(caches)), dirname(settingsFolder(machine) ?? "")];
  // A folder that a variable names stays.
  await removeEmpty(caches, base.startsWith(home) ? home : base);
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
