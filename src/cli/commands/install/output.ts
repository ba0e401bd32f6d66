import { printable } from "../../output/terminal";

/** The result of an installation, or its preview. */
export interface Installation {
  readonly version: string;
  readonly platform: string;
  readonly mirror: string;
  readonly installed: readonly string[];
  readonly replaced: boolean;
  readonly settings: string | null;
  readonly note: string | null;
}

/** The installation, for people. */
export function installedText(
  { version, platform, mirror, installed, replaced, settings, note }: Installation,
  isPrinted: boolean,
): string {
  const done = isPrinted ? "Would install" : replaced ? "Replaced" : "Installed";
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
    ? "The CLI configuration that names the folder (not needed for the default directory):"
    : "Add this to Terraform's CLI configuration, ~/.terraformrc or the file in TF_CLI_CONFIG_FILE:";
}

interface Removal extends Pick<Installation, "version" | "platform" | "mirror"> {
  readonly removed: readonly string[];
}

/** The removed folders, for people. */
export function uninstalledText({ version, platform, mirror, removed }: Removal, isPrinted: boolean): string {
  const what = `rblmonitor ${version} for ${platform}`;
  if (removed.length === 0) return `${what} is not installed in ${printable(mirror)}.\n`;
  const lines = removed.map((folder) => `  ${printable(folder)}\n`).join("");
  return `${isPrinted ? "Would remove" : "Removed"} ${what} from ${printable(mirror)}:\n${lines}`;
}
