/** Terraform's names for Node's platforms and processors, where they differ. */
const PLATFORMS: Readonly<Record<string, string>> = { win32: "windows", sunos: "solaris" };
const PROCESSORS: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

/** A platform as Terraform names it in its packages and mirrors, such as `linux` and `amd64`. */
export interface Platform {
  readonly os: string;
  readonly arch: string;
}

/** The platform that a process runs on; by default this one. */
export function terraformPlatform({
  platform,
  arch,
}: Pick<NodeJS.Process, "platform" | "arch"> = process): Platform {
  return { os: PLATFORMS[platform] ?? platform, arch: PROCESSORS[arch] ?? arch };
}
