import { cp, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { terraformPlatform } from "./terraform";

const PROVIDER = "rblmonitor/rblmonitor";
/** Where the mirror lies when it is made. */
const MIRROR = "dist/mirror";

const EXECUTABLE = "terraform-provider-rblmonitor";

/** Under which hosts the provider is found: a source without a host means another one to each of the two programs. */
const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

/** Terraform's settings that take our provider from the mirror, and every other from where it always comes. */
const settings = (mirror: string): string => `provider_installation {
  filesystem_mirror {
    path    = ${JSON.stringify(mirror)}
    include = ["${PROVIDER}"]
  }
  direct {
    exclude = ["${PROVIDER}"]
  }
}
`;

/**
 * Lays the plugin out as Terraform and OpenTofu want it in a `filesystem_mirror`, for this platform, and leaves
 * beside it a `terraform.rc` that makes them use it.
 *
 * @param plugin the folder that `bundlePlugin` left
 */
export async function buildMirror(plugin: string, folder: string, version: string): Promise<void> {
  const { os, arch } = terraformPlatform();
  for (const host of HOSTS) {
    const place = join(folder, host, PROVIDER, version, `${os}_${arch}`);
    await cp(plugin, place, { recursive: true });
    await rename(join(place, EXECUTABLE), join(place, `${EXECUTABLE}_v${version}`));
  }
  await writeFile(join(folder, "terraform.rc"), settings(resolve(MIRROR)));
}
