import { rm } from "node:fs/promises";
import { join } from "node:path";
import { watchMemory } from "../terraform/memory";
import { assertSucceeded, type TerraformWorkspace } from "../terraform/workspace";
import { benchFleet } from "./fleet";
import type { BenchPlugin } from "./plugins";
import { measured, median, row, times } from "./report";
import { type BenchService, type Cost, withBenchService } from "./service";

/** The commands of each round, in this order. After a round, state and account are emptied, which is not measured. */
const ROUND: Readonly<Record<string, readonly string[]>> = {
  plan: ["plan", "-out=bench.plan"],
  apply: ["apply", "bench.plan"],
  "empty plan": ["plan", "-detailed-exitcode"],
};

/** Measured once, at the end of the last round. */
const END: Readonly<Record<string, readonly string[]>> = { destroy: ["destroy", "-auto-approve"] };

/** Commands that take more seconds are reported when they end, to show progress. */
const LONG = 10;

/** The cost of a command. */
interface CommandCost extends Cost {
  /** The peak memory of the largest plugin process in MB, if known. */
  readonly memory: number | undefined;
}

/** A form of our plugin, or `terraform_data`. */
interface Contestant {
  readonly name: string;
  readonly workspace: TerraformWorkspace;
  readonly costs: Map<string, CommandCost[]>;
}

/** The measurements to make. */
export interface PlansWanted {
  /** Numbers of hosts. */
  readonly counts: readonly number[];
  readonly rounds: number;
  /** Whether to measure a destroy, too. It takes Terraform longer than all other commands. */
  readonly destroys: boolean;
}

/**
 * Measures plans and applies of hosts and of as many `terraform_data`, which are Terraform's own: our provider and the service
 * cause the difference. The plugin is installed from a mirror, as users have it: Terraform hashes an installed plugin at each
 * command.
 */
export async function benchPlans(
  wanted: PlansWanted,
  plugins: readonly BenchPlugin[],
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const count of wanted.counts) {
    rows.push(...(await withBenchService((service) => benchCount(count, wanted, plugins, service))));
  }
  return [
    "Plans and applies against as many `terraform_data`, in seconds: medians, in brackets the least and the most; of ratios, that of the least. An empty plan is one of objects that are there and have not changed. Goals, on Node and as an executable: an empty plan of 1 host at most 0.30 and 0.13 s more, of 1,000 hosts at most 2.1 and 1.7 times, an apply of 1,000 hosts at most 1.5 times; a plugin takes at most 120 MB at 1,000 hosts, 300 MB at 10,000.",
    "",
    "| hosts | command | | rounds | s | s for terraform_data | times | s more | requests | peak memory of a plugin, MB |",
    "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function benchCount(
  count: number,
  { rounds, destroys }: PlansWanted,
  plugins: readonly BenchPlugin[],
  service: BenchService,
): Promise<readonly string[]> {
  const ours: Contestant[] = [];
  for (const { name, mirror } of plugins) {
    ours.push({ name, workspace: await service.workspace(benchFleet(count), { mirror }), costs: new Map() });
  }
  const workspace = await service.workspace(benchFleet(count, "terraform_data"));
  const data = { name: "terraform_data", workspace, costs: new Map() };
  for (let round = 1; round <= rounds; round++) {
    const commands = { ...ROUND, ...(round === rounds && destroys && END) };
    for (const one of [...ours, data]) await compete(one, service, commands);
  }
  return [...data.costs.keys()].flatMap((command) => ours.map((one) => rowOf(count, command, one, data)));
}

/** Runs each command once, and then empties the state and the account. */
async function compete(
  { name: contestant, workspace, costs }: Contestant,
  service: BenchService,
  commands: typeof ROUND,
): Promise<void> {
  for (const [name, args] of Object.entries(commands)) {
    const cost = await costOf(workspace, args, service);
    costs.set(name, [...(costs.get(name) ?? []), cost]);
    if (cost.seconds < LONG) continue;
    const memory = cost.memory === undefined ? "" : `, ${cost.memory.toFixed(0)} MB`;
    process.stderr.write(`${contestant}, ${name}: ${cost.seconds.toFixed(1)} s${memory}\n`);
  }
  for (const file of ["terraform.tfstate", "terraform.tfstate.backup"]) {
    await rm(join(workspace.folder, file), { force: true });
  }
  await service.clear();
}

async function costOf(
  workspace: TerraformWorkspace,
  args: readonly string[],
  service: BenchService,
): Promise<CommandCost> {
  let memory: number | undefined;
  const cost = await service.cost(async () => {
    const { child, finished } = workspace.start(args);
    const stopWatch = watchMemory(child.pid ?? Number.NaN);
    const result = await finished;
    memory = stopWatch();
    assertSucceeded(args, result);
  });
  return { ...cost, memory };
}

function rowOf(count: number, command: string, one: Contestant, data: Contestant): string {
  const costs = one.costs.get(command) ?? [];
  const ours = costs.map(({ seconds }) => seconds);
  const theirs = (data.costs.get(command) ?? []).map(({ seconds }) => seconds);
  const memory = Math.max(...costs.map(({ memory }) => memory ?? Number.NaN));
  return row(
    ...[count, command, one.name, ours.length, measured(ours, 2), measured(theirs, 2)],
    ...[times(ours, theirs), (median(ours) - median(theirs)).toFixed(2)],
    median(costs.map(({ requests }) => requests)),
    Number.isNaN(memory) ? "" : memory.toFixed(0),
  );
}
