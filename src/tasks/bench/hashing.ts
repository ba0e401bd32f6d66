import { dirname } from "node:path";
import type { PluginSource, TerraformWorkspace } from "../terraform/workspace";
import { benchFleet } from "./fleet";
import type { BenchPlugin } from "./plugins";
import { measured, median, row } from "./report";
import { withBenchService } from "./service";

/** Plans of one new resource, and their seconds. */
interface Contestant {
  readonly workspace: TerraformWorkspace;
  readonly seconds: number[];
}

/**
 * Measures Terraform's hashing of the installed plugin, which is part of each command: plans of one new host with the plugin
 * from a mirror, as users have it, take turns with plans through `dev_overrides`, without hashing.
 */
export function benchHashing(rounds: number, plugins: readonly BenchPlugin[]): Promise<readonly string[]> {
  return withBenchService(async (service) => {
    const all: Contestant[] = [];
    const contestant = async (configuration: string, plugin?: PluginSource): Promise<Contestant> => {
      const one = { workspace: await service.workspace(configuration, plugin), seconds: [] };
      all.push(one);
      return one;
    };
    const data = await contestant(benchFleet(1, "terraform_data"));
    const pairs: [BenchPlugin, installed: Contestant, overridden: Contestant][] = [];
    for (const plugin of plugins) {
      const installed = await contestant(benchFleet(1), { mirror: plugin.mirror });
      const overridden = await contestant(benchFleet(1), { devOverrides: dirname(plugin.command) });
      pairs.push([plugin, installed, overridden]);
    }
    for (let round = 0; round < rounds; round++) {
      for (const { workspace, seconds } of all) {
        seconds.push((await service.cost(() => workspace.succeed("plan"))).seconds);
      }
    }
    return [
      `Plans of one new host, in seconds, with the plugin installed from a mirror, which Terraform hashes at each command, and through \`dev_overrides\`, which it does not: medians of ${rounds}, in brackets the least and the most. One \`terraform_data\` takes ${measured(data.seconds, 3)}. Goals of more than that, installed: 0.30 s on Node, 0.13 s as an executable.`,
      "",
      "| | installed | not hashed | hashing | installed, s more than terraform_data | not hashed, s more |",
      "|---|---:|---:|---:|---:|---:|",
      ...pairs.map(([{ name }, installed, overridden]) =>
        row(
          name,
          measured(installed.seconds, 3),
          measured(overridden.seconds, 3),
          more(installed, overridden),
          more(installed, data),
          more(overridden, data),
        ),
      ),
    ];
  });
}

function more(one: Contestant, other: Contestant): string {
  return (median(one.seconds) - median(other.seconds)).toFixed(3);
}
