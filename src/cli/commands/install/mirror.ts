import { cp, rename, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { textIfAny } from "../../input";
import { isFolder, replaceFolder } from "../../project/folders";

/** The provider, without the host under which it is found. */
const provider = "rblmonitor/rblmonitor";

/** The hosts of the provider: Terraform and OpenTofu use different default hosts. */
const hosts = ["registry.terraform.io", "registry.opentofu.org"] as const;

/** The executable in the folder of a built plugin: a script that Node runs. */
export const executable = "terraform-provider-rblmonitor";

/** The version and platform of a package in a mirror. */
interface Package {
  readonly version: string;
  /** By default that of this process. */
  readonly platform?: Platform;
}

/** A platform as Terraform names it in its packages and mirrors, such as `linux` and `amd64`. */
export type Platform = ReturnType<typeof terraformPlatform>;

/** The folders of the unpacked package in a mirror, one for each host (Terraform: Filesystem Mirror, unpacked layout). */
export function packageFolders(mirror: string, { version, platform = terraformPlatform() }: Package) {
  return hosts.map((host) =>
    join(mirror, host, ...provider.split("/"), version, `${platform.os}_${platform.arch}`),
  );
}

/**
 * Copies the plugin as a package into a folder, which appears complete or not at all. Replaces an existing one. The same
 * plugin always gives the same files, so that lock files of Terraform are valid for all users.
 * @param plugin the folder of the built plugin
 */
export async function layOut(plugin: string, folder: string, { version, platform }: Package) {
  const { os } = platform ?? terraformPlatform();
  await replaceFolder(folder, async (fresh) => {
    await cp(plugin, fresh, { recursive: true });
    if (os === "windows") await makeStartableOnWindows(fresh, version);
    else await rename(join(fresh, executable), join(fresh, `${executable}_v${version}`));
  });
}

/**
 * Windows starts no scripts by their first line, but batch files. Terraform takes the first file whose name is that of the
 * executable, followed by `_` or `.`, so the script gets another name. The space in the batch file's name has Terraform's
 * Go quote its path, without which cmd.exe takes the slashes of Terraform's paths for options. Its first words, those of
 * npm's own batch files, end the batch before Node starts: else Ctrl-C would ask whether to end it.
 */
async function makeStartableOnWindows(folder: string, version: string): Promise<void> {
  const script = "launch.js";
  await rename(join(folder, executable), join(folder, script));
  const batch = `@goto #_undefined_# 2>NUL || title %COMSPEC% & node "%~dp0${script}"\r\n`;
  await writeFile(join(folder, `${executable}_v${version} .cmd`), batch);
}

/** A CLI configuration that installs this provider from a mirror, and all others as usual. */
export function mirrorSettings(mirror: string): string {
  return `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["${provider}"]
  }
  direct {
    exclude = ["${provider}"]
  }
}
`;
}

/** Terraform's names for Node's platforms and processors, where they differ. */
const platforms: Readonly<Record<string, string>> = { win32: "windows", sunos: "solaris" };
const processors: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

/** The platform that a process runs on; by default this one. */
export function terraformPlatform({ platform, arch }: Pick<NodeJS.Process, "platform" | "arch"> = process) {
  return { os: platforms[platform] ?? platform, arch: processors[arch] ?? arch };
}

/** The parts of a process that determine Terraform's plugin directory. */
type Home = Pick<NodeJS.Process, "env" | "platform">;

/**
 * The folder of the user that Terraform and OpenTofu search for providers by default (Terraform: Implied Local
 * Mirror Directories): `~/.terraform.d/plugins`, on Windows `%APPDATA%\terraform.d\plugins`.
 * Undefined if the user has no such folder.
 */
export function impliedMirror(home: Home): string | undefined {
  const folder = settingsFolder(home);
  return folder && join(folder, "plugins");
}

/** The user's home. Terraform, too, asks the system where HOME is empty. */
function homeOf({ HOME }: NodeJS.ProcessEnv): string {
  return HOME || userInfo().homedir;
}

/**
 * Checks that OpenTofu keeps its configuration when Terraform's folder is created: with XDG_CONFIG_HOME, it uses that folder
 * only where there is no `~/.terraform.d`.
 * @throws Error that names both folders
 */
export function assertNoConfigurationMoves(home: Home): void {
  const { XDG_CONFIG_HOME: xdg } = home.env;
  const folder = settingsFolder(home) ?? "";
  if (home.platform === "win32" || !xdg || isFolder(folder) || !isFolder(join(xdg, "opentofu"))) return;
  throw new Error(
    `Nothing was installed: with ${folder}, OpenTofu would no longer use ${join(xdg, "opentofu")}, such as for credentials. Create ${folder} if you do not need that, or install into another folder with --mirror.`,
  );
}

/** Terraform's folder in the user's home; undefined if Windows has none. */
export function settingsFolder({ env, platform }: Home): string | undefined {
  if (platform !== "win32") return join(homeOf(env), ".terraform.d");
  return env.APPDATA && join(env.APPDATA, "terraform.d");
}

/**
 * The file of Terraform's CLI configuration that overrides the default: `provider_installation` replaces the folders
 * that it searches by default. Undefined if there is none, or it names the folder.
 */
export function settingsInTheWay(home: Home, mirror: string): string | undefined {
  const names = [mirror, mirror.replaceAll("\\", "/"), JSON.stringify(mirror).slice(1, -1)];
  return settingsFiles(home).find((file) => {
    const text = textIfAny(file);
    return /^[ \t]*provider_installation\s*\{/m.test(text) && !names.some((name) => text.includes(name));
  });
}

function settingsFiles({ env, platform }: Home): readonly string[] {
  const named = env.TF_CLI_CONFIG_FILE || env.TOFU_CLI_CONFIG_FILE;
  if (named) return [named];
  if (platform === "win32")
    return env.APPDATA ? [join(env.APPDATA, "terraform.rc"), join(env.APPDATA, "tofu.rc")] : [];
  const folder = homeOf(env);
  const xdg = env.XDG_CONFIG_HOME ? [join(env.XDG_CONFIG_HOME, "opentofu", "tofurc")] : [];
  return [join(folder, ".terraformrc"), join(folder, ".tofurc"), ...xdg];
}
