import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { executable, packageFolders } from "../../cli/commands/install/mirror";
import { version } from "../../provider/version";
import { thisPlatform } from "../executable/platforms";
import { runtimeFor } from "../executable/runtime";

/** A measured form of the plugin. */
export type BenchPlugin = Awaited<ReturnType<typeof benchPlugins>>[number];

/** The built plugin, and a self-contained executable if its path is given. */
export async function benchPlugins(selfContained: string | undefined) {
  const onNode = {
    name: "plugin on Node",
    // The program that Terraform starts.
    command: resolve("dist/plugin", executable),
    // Inside or outside of the plugin. With `-e 0` it only starts and ends.
    runtime: { name: "node", command: process.execPath },
    // From there Terraform installs the plugin, as users do.
    mirror: resolve("dist/mirror"),
  };
  if (selfContained === undefined) return [onNode];
  const command = resolve(selfContained);
  const runtime = { name: "bun", command: await runtimeFor(thisPlatform()) };
  const mirror = await mkdtemp(join(tmpdir(), "bench-mirror-"));
  for (const folder of packageFolders(mirror, { version }))
    await cp(command, join(folder, `${executable}_v${version}`));
  return [onNode, { name: "plugin as an executable", command, runtime, mirror }];
}
