import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import { terraformPlatform } from "./terraform";

const PROVIDER = "rblmonitor/rblmonitor";
const EXECUTABLE = "terraform-provider-rblmonitor";

/** Under which hosts the provider is found: a source without a host means another one to each of the two programs. */
const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];

/**
 * Lays the plugin out as Terraform and OpenTofu want it in a `filesystem_mirror`, for this platform.
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
}
