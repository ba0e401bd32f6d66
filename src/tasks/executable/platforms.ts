import { type Platform, terraformPlatform } from "../../cli/commands/install/mirror";

/** A platform with a self-contained executable. */
export interface ReleasePlatform extends Platform {
  /** Terraform's name in file names, such as `linux_amd64`. */
  readonly name: string;
  /** The names of Node and npm. */
  readonly node: { readonly platform: NodeJS.Platform; readonly arch: NodeJS.Architecture };
  /** bun's name. */
  readonly target: string;
  /** The npm package that contains bun for it. */
  readonly runtime: string;
}

/** Node's platform and processor, bun's target, and bun's package. */
const TABLE = [
  ["linux", "x64", "bun-linux-x64", "@oven/bun-linux-x64"],
  ["linux", "arm64", "bun-linux-arm64", "@oven/bun-linux-aarch64"],
  ["darwin", "x64", "bun-darwin-x64", "@oven/bun-darwin-x64"],
  ["darwin", "arm64", "bun-darwin-arm64", "@oven/bun-darwin-aarch64"],
  ["win32", "x64", "bun-windows-x64", "@oven/bun-windows-x64"],
  ["win32", "arm64", "bun-windows-arm64", "@oven/bun-windows-aarch64"],
] as const;

/** All released platforms. */
export const platforms: readonly ReleasePlatform[] = TABLE.map(([platform, arch, target, runtime]) => {
  const terraform = terraformPlatform({ platform, arch });
  return {
    ...terraform,
    name: `${terraform.os}_${terraform.arch}`,
    ...{ node: { platform, arch }, target, runtime },
  };
});

/** The platform with a name. @throws Error that lists the platforms, when there is none */
export function platformNamed(name: string): ReleasePlatform {
  const found = platforms.find((platform) => platform.name === name);
  if (found !== undefined) return found;
  const known = platforms.map((platform) => platform.name).join(", ");
  throw new Error(`There are no executables for ${name}. There are some for ${known}.`);
}

/** The platform of this machine. @throws Error when it has no executable */
export function thisPlatform(): ReleasePlatform {
  const { os, arch } = terraformPlatform();
  return platformNamed(`${os}_${arch}`);
}

/** A program's file name on a platform. */
export function programName(name: string, { os }: Platform): string {
  return os === "windows" ? `${name}.exe` : name;
}
