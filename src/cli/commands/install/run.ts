import { access } from "node:fs/promises";
import { join, resolve } from "node:path";
import { version } from "../../../provider/version";
import type { Surroundings } from "../../account/session";
import { print } from "../../output/print";
import { printable } from "../../output/terminal";
import { impliedMirror, isFolder, settingsInTheWay } from "./implied-mirror";
import { executable, layOut, mirrorSettings, packageFolders } from "./mirror";
import type { InstallOptions } from "./options";
import { terraformPlatform } from "./platform";

/** The process that the command runs in, as far as it is concerned. */
export interface Machine extends Pick<Surroundings, "env" | "stdout"> {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
}

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
export async function runInstall(plugin: string, options: InstallOptions, machine: Machine): Promise<void> {
  const mirror = options.mirror === undefined ? impliedMirror(machine) : resolve(options.mirror);
  const platform = terraformPlatform(machine);
  const installed = packageFolders(mirror, { version, platform });
  const replaced = (await Promise.all(installed.map(isFolder))).includes(true);
  await assertBuilt(plugin);
  if (!options.print) {
    for (const folder of installed) {
      await layOut(plugin, folder, { version, platform }).catch((error: Error) => {
        throw new Error(`The provider cannot be put into ${mirror}: ${error.message}`);
      });
    }
  }
  const isImplied = options.mirror === undefined || mirror === impliedOrNone(machine);
  const result: Installation = {
    ...{ version, platform: `${platform.os}_${platform.arch}`, mirror, installed, replaced },
    settings: isImplied && !options.print ? null : mirrorSettings(mirror),
    note: isImplied ? await noteOn(machine, mirror) : null,
  };
  print(machine, options, result, () => text(result, options.print === true));
}

async function assertBuilt(plugin: string): Promise<void> {
  await access(join(plugin, executable)).catch(() => {
    throw new Error(`The plugin is not in ${plugin}. In the project itself, npm run build makes it.`);
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
    : `${file} has a block provider_installation, so Terraform does not look into ${mirror} of its own accord. Add the folder there as a filesystem_mirror; rblmonitor install --print shows how.`;
}

function text(
  { version, platform, mirror, installed, replaced, settings, note }: Installation,
  isPrinted: boolean,
): string {
  const done = isPrinted ? "Would put" : replaced ? "Replaced" : "Put";
  const lines = [
    `${done} rblmonitor ${version} for ${platform} in ${printable(mirror)}:`,
    ...installed.map((folder) => `  ${printable(folder)}`),
    ...(settings === null ? [] : ["", settingsWords(isPrinted), "", settings.trimEnd()]),
    ...(note === null ? [] : ["", printable(note)]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function settingsWords(isPrinted: boolean): string {
  return isPrinted
    ? "Where Terraform's settings are to name the folder (not needed for the usual one), they say:"
    : "For terraform init to look there, add this to Terraform's settings, ~/.terraformrc or what TF_CLI_CONFIG_FILE names:";
}
