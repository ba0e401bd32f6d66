import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executable, packageFolders, terraformPlatform } from "../../cli/commands/install/mirror";
import { version } from "../../provider/version";
import { thisPlatform } from "../executable/platforms";
import { runtimeFor } from "../executable/runtime";

/** A measured form of the plugin. */
export interface BenchPlugin {
  readonly name: string;
  /** The program that Terraform starts. */
  readonly command: string;
  /** The runtime of the plugin, inside or outside of it. With `-e 0` it only starts and ends. */
  readonly runtime: { readonly name: string; readonly command: string };
  /** A mirror from which Terraform installs the plugin, as users do. */
  readonly mirror: string;
}

/** The built plugin, and a self-contained executable if its path is given. */
export async function benchPlugins(selfContained: string | undefined): Promise<readonly BenchPlugin[]> {
  const onNode = {
    name: "plugin on Node",
    command: resolve("dist/plugin", executable),
    runtime: { name: "node", command: process.execPath },
    mirror: resolve("dist/mirror"),
  };
  if (selfContained === undefined) return [onNode];
  const command = resolve(selfContained);
  const runtime = { name: "bun", command: await runtimeFor(thisPlatform()) };
  return [onNode, { name: "plugin as an executable", command, runtime, mirror: await mirrorOf(command) }];
}

async function mirrorOf(command: string): Promise<string> {
  const mirror = await mkdtemp(join(tmpdir(), "bench-mirror-"));
  for (const folder of packageFolders(mirror, { version, platform: terraformPlatform() }))
    await cp(command, join(folder, `${executable}_v${version}`));
  return mirror;
}
