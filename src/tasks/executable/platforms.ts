import { type Platform, terraformPlatform } from "../../cli/commands/install/mirror";
import { named } from "../named";

const systems = ["linux", "darwin", "win32"] as const;
const processors = ["x64", "arm64"] as const;

/** A platform with a self-contained executable. */
export type ReleasePlatform = (typeof platforms)[number];

/** All released platforms. */
export const platforms = systems.flatMap((platform) =>
  processors.map((arch) => {
    const terraform = terraformPlatform({ platform, arch });
    return {
      ...terraform,
      // Terraform's name in file names, such as `linux_amd64`.
      name: `${terraform.os}_${terraform.arch}`,
      // The names of Node and npm, and that of bun.
      node: { platform, arch },
      target: `bun-${terraform.os}-${arch}`,
      // The npm package that contains bun for it.
      runtime: `@oven/bun-${terraform.os}-${arch === "arm64" ? "aarch64" : arch}`,
    };
  }),
);

/** The platform with a name. @throws Error that lists the platforms, when there is none */
export function platformNamed(name: string): ReleasePlatform {
  return named(Object.fromEntries(platforms.map((platform) => [platform.name, platform])), name);
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
