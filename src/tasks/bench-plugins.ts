import { chmod, copyFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executable, packageFolders, terraformPlatform } from "../cli/commands/install/mirror";
import { version } from "../provider/version";
import { thisPlatform } from "./release/platforms";
import { runtimeFor } from "./release/runtime";

/** A form of the plugin that is measured. */
export interface BenchPlugin {
  readonly name: string;
  /** What Terraform starts. */
  readonly command: string;
  /** What it is run by, in itself or from elsewhere: with `-e 0` it starts and ends, as little as can be. */
  readonly runtime: { readonly name: string; readonly command: string };
  /** A mirror from which Terraform installs it, as users do. */
  readonly mirror: string;
}

/** The built plugin, and a self-contained executable if there is one. */
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
  const alone = { name: "plugin as an executable", command, runtime, mirror: await mirrorOf(command) };
  return [onNode, alone];
}

async function mirrorOf(command: string): Promise<string> {
  const mirror = await mkdtemp(join(tmpdir(), "bench-mirror-"));
  for (const folder of packageFolders(mirror, { version, platform: terraformPlatform() })) {
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${executable}_v${version}`);
    await copyFile(command, file);
    await chmod(file, 0o755);
  }
  return mirror;
}
