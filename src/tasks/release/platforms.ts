import { type Platform, terraformPlatform } from "../../cli/commands/install/mirror";

/** A platform for which there is a self-contained executable. */
export interface ReleasePlatform extends Platform {
  /** As Terraform names it in file names: `linux_amd64`. */
  readonly name: string;
  /** As Node and npm name it. */
  readonly node: { readonly platform: NodeJS.Platform; readonly arch: NodeJS.Architecture };
  /** As bun names it. */
  readonly target: string;
  /** The npm package that holds bun for it. */
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

/** All platforms that are released. */
export const platforms: readonly ReleasePlatform[] = TABLE.map(([platform, arch, target, runtime]) => {
  const terraform = terraformPlatform({ platform, arch });
  return {
    ...terraform,
    name: `${terraform.os}_${terraform.arch}`,
    ...{ node: { platform, arch }, target, runtime },
  };
});

/** The platform of that name. @throws Error when there is none; it names those there are */
export function platformNamed(name: string): ReleasePlatform {
  const found = platforms.find((platform) => platform.name === name);
  if (found !== undefined) return found;
  const known = platforms.map((platform) => platform.name).join(", ");
  throw new Error(`There are no executables for ${name}. There are some for ${known}.`);
}

/** The platform of this machine. @throws Error when executables cannot be made on it */
export function thisPlatform(): ReleasePlatform {
  const { os, arch } = terraformPlatform();
  return platformNamed(`${os}_${arch}`);
}

/** The name of a program on a platform. */
export function programName(name: string, { os }: Platform): string {
  return os === "windows" ? `${name}.exe` : name;
}
