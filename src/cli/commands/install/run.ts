import { access, readFile, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { version } from "../../../provider/version";
import { allUserCaches, forThisNode } from "../../code-caches";
import { uninterrupted } from "../../interrupt";
import { type PrintOptions, print } from "../../output/print";
import { systemError } from "../../output/system-error";
import { type ProcessContext, printable } from "../../output/terminal";
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

/** The result of an installation, or its preview. */
interface Installation {
  readonly version: string;
  readonly platform: string;
  readonly mirror: string;
  readonly installed: readonly string[];
  readonly replaced: boolean;
  readonly settings: string | null;
  readonly note: string | null;
}

/**
 * Installs the plugin for this platform, under both hosts.
 * @param plugin the folder of the built plugin
 * @throws Error when there is no plugin, or the folder cannot be written
 */
export async function install(plugin: string, options: InstallOptions, machine: Machine): Promise<void> {
  const mirror = options.mirror === undefined ? impliedMirror(machine) : resolve(options.mirror);
  const platform = terraformPlatform(machine);
  const installed = packageFolders(mirror, { version, platform });
  const replaced = installed.some(isFolder);
  await assertBuilt(plugin);
  if (options.mirror === undefined) assertNoConfigurationMoves(machine);
  if (!options.print) {
    const layOutAll = async () => {
      for (const folder of installed) await layOut(plugin, folder, { version, platform });
    };
    await uninterrupted(layOutAll).catch((error: unknown) => {
      throw systemError(`install the provider into ${mirror}`, error);
    });
    await recordForUser(plugin, machine);
  }
  const isImplied = options.mirror === undefined || mirror === impliedOrNone(machine);
  const result: Installation = {
    version,
    platform: `${platform.os}_${platform.arch}`,
    mirror,
    installed,
    replaced,
    settings: isImplied && !options.print ? null : mirrorSettings(mirror),
    note: isImplied ? await noteOn(machine, mirror) : null,
  };
  print(machine, options, result, () => installedText(result, options.print === true));
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

async function assertBuilt(plugin: string): Promise<void> {
  await access(join(plugin, executable)).catch(() => {
    throw new Error(
      `The plugin is not in ${plugin}. In a checkout of the project, build it with: npm run build`,
    );
  });
}

function impliedOrNone(machine: Machine): string | undefined {
  try {
    return impliedMirror(machine);
  } catch {
    return undefined;
  }
}

async function noteOn(machine: Machine, mirror: string): Promise<string | null> {
  const file = await settingsInTheWay(machine, mirror);
  return file === undefined
    ? null
    : `${file} has a block provider_installation, so Terraform does not search ${mirror}. Add the folder there as a filesystem_mirror: rblmonitor install --print shows how.`;
}

/**
 * Removes the packages of this version and platform, and the folders above them that are empty then.
 * @param programs the folders of the programs of this version, whose code caches are removed
 */
export async function uninstall(
  programs: readonly string[],
  options: InstallOptions,
  machine: Machine,
): Promise<void> {
  const isImplied = options.mirror === undefined;
  const mirror = options.mirror === undefined ? impliedMirror(machine) : resolve(options.mirror);
  const platform = terraformPlatform(machine);
  const folders = packageFolders(mirror, { version, platform });
  const removed = folders.filter(isFolder);
  if (!options.print) {
    const removeAll = async () => {
      for (const folder of removed) {
        await rm(folder, { recursive: true, force: true });
        // A given folder stays, even empty: Terraform's settings may name it, and fail without it.
        await removeEmpty(dirname(folder), isImplied ? dirname(settingsFolder(machine)) : mirror);
      }
    };
    await uninterrupted(removeAll);
    await removeCaches(programs, machine);
  }
  const result = { version, platform: `${platform.os}_${platform.arch}`, mirror, removed };
  print(machine, options, result, () => uninstalledText(result, options.print === true));
}

/** Removes the user's code caches of these programs. Those of other versions stay. */
async function removeCaches(programs: readonly string[], machine: Machine): Promise<void> {
  const caches = allUserCaches(machine);
  if (caches === undefined) return;
  for (const folder of programs)
    await rm(join(caches, await programIn(folder)), { recursive: true, force: true });
  const [base, home] = [dirname(dirname(caches)), dirname(settingsFolder(machine))];
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

function installedText(
  { version, platform, mirror, installed, replaced, settings, note }: Installation,
  isPrinted: boolean,
): string {
  const done = isPrinted ? "Would install" : replaced ? "Replaced" : "Installed";
  const about = isPrinted
    ? "The CLI configuration that names the folder (not needed for the default directory):"
    : "Add this to Terraform's CLI configuration, ~/.terraformrc or the file in TF_CLI_CONFIG_FILE:";
  const lines = [
    `${done} rblmonitor ${version} for ${platform} in ${printable(mirror)}:`,
    ...installed.map((folder) => `  ${printable(folder)}`),
    ...(settings === null ? [] : ["", about, "", settings.trimEnd()]),
    ...(note === null ? [] : ["", printable(note)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

interface Removal extends Pick<Installation, "version" | "platform" | "mirror"> {
  readonly removed: readonly string[];
}

function uninstalledText({ version, platform, mirror, removed }: Removal, isPrinted: boolean): string {
  const what = `rblmonitor ${version} for ${platform}`;
  if (removed.length === 0) return `${what} is not installed in ${printable(mirror)}.\n`;
  const lines = removed.map((folder) => `  ${printable(folder)}\n`).join("");
  return `${isPrinted ? "Would remove" : "Removed"} ${what} from ${printable(mirror)}:\n${lines}`;
}
