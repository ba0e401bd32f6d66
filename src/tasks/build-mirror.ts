import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { layOut, mirrorSettings, packageFolders, terraformPlatform } from "../cli/commands/install/mirror";

/** Where the mirror lies when it is made. */
const MIRROR = "dist/mirror";

/**
 * Lays the plugin out as Terraform and OpenTofu want it in a `filesystem_mirror`, for this platform, and leaves
 * beside it a `terraform.rc` that makes them use it.
 *
 * @param plugin the folder that `bundlePlugin` left
 */
export async function buildMirror(plugin: string, folder: string, version: string): Promise<void> {
  const made = { version, platform: terraformPlatform() };
  for (const place of packageFolders(folder, made)) await layOut(plugin, place, made);
  await writeFile(join(folder, "terraform.rc"), mirrorSettings(resolve(MIRROR)));
}
