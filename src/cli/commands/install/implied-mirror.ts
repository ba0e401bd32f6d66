import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** What of a process tells where Terraform looks. */
export interface Home {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

/**
 * The folder of the user in which Terraform and OpenTofu look for providers of their own accord (Terraform: Implied Local
 * Mirror Directories): `~/.terraform.d/plugins`, on Windows `%APPDATA%\terraform.d\plugins`.
 * @throws Error when the user has no such folder
 */
export function impliedMirror(home: Home): string {
  return join(settingsFolder(home), "plugins");
}

/** Where Terraform keeps what is the user's own. */
export function settingsFolder({ env, platform }: Home): string {
  if (platform !== "win32") return join(env.HOME || homedir(), ".terraform.d");
  if (env.APPDATA) return join(env.APPDATA, "terraform.d");
  throw new Error(
    "APPDATA is not set, so there is no telling where Terraform looks. Name a folder with --mirror.",
  );
}

/**
 * The file of Terraform's settings that has it look elsewhere: settings with `provider_installation` replace the folders
 * in which it looks of its own accord. Undefined if there is none, or it names the folder.
 */
export async function settingsInTheWay(home: Home, mirror: string): Promise<string | undefined> {
  for (const file of settingsFiles(home)) {
    const text = await readFile(file, "utf8").catch(() => "");
    const names = [mirror, mirror.replaceAll("\\", "/"), JSON.stringify(mirror).slice(1, -1)];
    if (/^\s*provider_installation\s*\{/m.test(text) && !names.some((name) => text.includes(name)))
      return file;
  }
  return undefined;
}

function settingsFiles({ env, platform }: Home): readonly string[] {
  const named = env.TF_CLI_CONFIG_FILE || env.TOFU_CLI_CONFIG_FILE;
  if (named) return [named];
  if (platform === "win32")
    return env.APPDATA ? [join(env.APPDATA, "terraform.rc"), join(env.APPDATA, "tofu.rc")] : [];
  const folder = env.HOME || homedir();
  const xdg = env.XDG_CONFIG_HOME ? [join(env.XDG_CONFIG_HOME, "opentofu", "tofurc")] : [];
  return [join(folder, ".terraformrc"), join(folder, ".tofurc"), ...xdg];
}

/** Whether there is a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
