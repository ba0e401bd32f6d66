import { dirname } from "node:path";
import { benchFleet, terraformData } from "./bench-fleet";
import type { BenchPlugin } from "./bench-plugins";
import { type BenchService, startBenchService } from "./bench-service";
import { measured } from "./measured";
import { median } from "./median";
import { type PluginSource, type TerraformWorkspace, terraformWorkspace } from "./terraform-workspace";

/** A workspace that plans one new host, and what its plans took in seconds. */
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
  const data = await contestant(terraformData(1), service);
  const pairs: { name: string; installed: Contestant; overridden: Contestant }[] = [];
  try {
    for (const { name, command, mirror } of plugins) {
      const installed = await contestant(benchFleet(1), service, { mirror });
      const overridden = await contestant(benchFleet(1), service, { devOverrides: dirname(command) });
      pairs.push({ name, installed, overridden });
    }
    const all = [data, ...pairs.flatMap(({ installed, overridden }) => [installed, overridden])];
    for (let round = 0; round < rounds; round++) for (const one of all) await plan(one);
  } finally {
    const all = [data, ...pairs.flatMap(({ installed, overridden }) => [installed, overridden])];
    for (const { workspace } of all) await workspace.remove();
    service.close();
  }
  const more = (one: Contestant) => (median(one.seconds) - median(data.seconds)).toFixed(3);
  const rows = pairs.map(({ name, installed, overridden }) => {
    const hashing = median(installed.seconds) - median(overridden.seconds);
    const cells = [measured(installed.seconds, 3), measured(overridden.seconds, 3), hashing.toFixed(3)];
    return `| ${name} | ${[...cells, more(installed), more(overridden)].join(" | ")} |`;
  });
  return [
    `Plans of one new host, in seconds, with the plugin installed from a mirror, which Terraform hashes at each command, and through \`dev_overrides\`, which it does not: medians of ${rounds}, in brackets the least and the most. One \`terraform_data\` takes ${measured(data.seconds, 3)}. Goals of more than that, installed: 0.30 s on Node, 0.13 s as an executable.`,
    "",
    "| | installed | not hashed | hashing | installed, s more than terraform_data | not hashed, s more |",
    "|---|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function contestant(
  configuration: string,
  service: BenchService,
  plugin?: PluginSource,
): Promise<Contestant> {
  const workspace = await terraformWorkspace({
    files: { "main.tf": configuration },
    account: service.account,
    environment: { NODE_EXTRA_CA_CERTS: undefined },
    ...(plugin && { plugin }),
  });
  // Not needed with `dev_overrides`, for which Terraform says so and asks a registry.
  if (plugin === undefined || "mirror" in plugin) await succeeded(workspace, "init");
  return { workspace, seconds: [] };
}

async function plan({ workspace, seconds }: Contestant): Promise<void> {
  const start = performance.now();
  await succeeded(workspace, "plan");
  seconds.push((performance.now() - start) / 1000);
}

async function succeeded(workspace: TerraformWorkspace, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await workspace.run(...args);
  if (code !== 0) throw new Error(`terraform ${args[0]} ended with ${code}:\n${stdout}${stderr}`);
}
