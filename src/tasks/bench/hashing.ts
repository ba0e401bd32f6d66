import { dirname } from "node:path";
import type { PluginSource, TerraformWorkspace } from "../terraform/workspace";
import { benchFleet, terraformData } from "./fleet";
import { median } from "./median";
import type { BenchPlugin } from "./plugins";
import { measured } from "./report";
import { startBenchService } from "./service";
import { benchWorkspace } from "./workspace";

/** Plans of one new thing, and what they took in seconds. */
interface Contestant {
  readonly workspace: TerraformWorkspace;
  readonly seconds: number[];
}

/**
 * Measures what of a small plan is Terraform's hashing of the installed plugin, which it does at each command: plans of one
 * new host with the plugin from a mirror, as users have it, and through `dev_overrides`, which are not hashed, in turns.
 *
 * @param task the compiled task, for the emulator's process
 */
export async function benchHashing(
  rounds: number,
  plugins: readonly BenchPlugin[],
  task: string,
): Promise<readonly string[]> {
  const service = await startBenchService(task);
  const all: Contestant[] = [];
  const contestant = async (configuration: string, plugin?: PluginSource): Promise<Contestant> => {
    const one = { workspace: await benchWorkspace(configuration, service, plugin), seconds: [] };
    all.push(one);
    return one;
  };
  try {
    const data = await contestant(terraformData(1));
    const pairs: [BenchPlugin, installed: Contestant, overridden: Contestant][] = [];
    for (const plugin of plugins) {
      const installed = await contestant(benchFleet(1), { mirror: plugin.mirror });
      const overridden = await contestant(benchFleet(1), { devOverrides: dirname(plugin.command) });
      pairs.push([plugin, installed, overridden]);
    }
    for (let round = 0; round < rounds; round++) for (const one of all) await plan(one);
    return [
      `Plans of one new host, in seconds, with the plugin installed from a mirror, which Terraform hashes at each command, and through \`dev_overrides\`, which it does not: medians of ${rounds}, in brackets the least and the most. One \`terraform_data\` takes ${measured(data.seconds, 3)}. Goals of more than that, installed: 0.30 s on Node, 0.13 s as an executable.`,
      "",
      "| | installed | not hashed | hashing | installed, s more than terraform_data | not hashed, s more |",
      "|---|---:|---:|---:|---:|---:|",
      ...pairs.map(([plugin, installed, overridden]) => row(plugin.name, installed, overridden, data)),
    ];
  } finally {
    for (const { workspace } of all) await workspace.remove();
    service.close();
  }
}

async function plan({ workspace, seconds }: Contestant): Promise<void> {
  const start = performance.now();
  await workspace.succeed("plan");
  seconds.push((performance.now() - start) / 1000);
}

function row(name: string, installed: Contestant, overridden: Contestant, data: Contestant): string {
  const more = (one: Contestant, other: Contestant) =>
    (median(one.seconds) - median(other.seconds)).toFixed(3);
  const cells = [
    measured(installed.seconds, 3),
    measured(overridden.seconds, 3),
    more(installed, overridden),
    more(installed, data),
    more(overridden, data),
  ];
  return `| ${name} | ${cells.join(" | ")} |`;
}
