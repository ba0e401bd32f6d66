import { rm } from "node:fs/promises";
import { join } from "node:path";
import { watchMemory } from "../terraform/memory";
import { assertSucceeded, type TerraformWorkspace } from "../terraform/workspace";
import { benchFleet, terraformData } from "./fleet";
import { median } from "./median";
import type { BenchPlugin } from "./plugins";
import { measured, times } from "./report";
import { type BenchService, startBenchService } from "./service";
import { benchWorkspace } from "./workspace";

/** The commands that are measured in each round, in this order. What they made is forgotten after it, which costs nothing. */
const ROUND: Readonly<Record<string, readonly string[]>> = {
  plan: ["plan", "-out=bench.plan"],
  apply: ["apply", "bench.plan"],
  "empty plan": ["plan", "-detailed-exitcode"],
};

/** Measured once, of what the last round made. */
const END: Readonly<Record<string, readonly string[]>> = { destroy: ["destroy", "-auto-approve"] };

/** Seconds after which somebody who waits for the table would like to know. */
const LONG = 10;

/** What one command cost. */
interface Cost {
  readonly seconds: number;
  readonly requests: number;
  /** Of its plugin processes the largest, in MB; undefined where there are none, or it is not known. */
  readonly memory: number | undefined;
}

/** What is measured in turns: our plugin in its forms, or `terraform_data`. */
interface Contestant {
  readonly name: string;
  readonly workspace: TerraformWorkspace;
  readonly costs: Map<string, Cost[]>;
}

/** How much is measured. */
export interface PlansWanted {
  /** Numbers of hosts. */
  readonly counts: readonly number[];
  readonly rounds: number;
  /** Whether a destroy is measured, too. It takes Terraform longer than all else. */
  readonly destroys: boolean;
}

/**
 * Measures plans and applies of hosts against the same number of `terraform_data`, which terraform makes itself: the
 * difference is ours and the service's. The plugin is installed from a mirror, as users have it: Terraform hashes what is
 * installed at each command.
 *
 * @param task the compiled task, for the emulator's process
 */
export async function benchPlans(
  { counts, rounds, destroys }: PlansWanted,
  plugins: readonly BenchPlugin[],
  task: string,
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const count of counts) {
    const service = await startBenchService(task);
    const data = await contestant("terraform_data", terraformData(count), service);
    const ours: Contestant[] = [];
    try {
      for (const { name, mirror } of plugins) {
        ours.push(await contestant(name, benchFleet(count), service, mirror));
      }
      for (let round = 1; round <= rounds; round++) {
        const isLast = round === rounds;
        for (const one of [...ours, data]) await compete(one, service, isLast && destroys ? END : {});
      }
    } finally {
      for (const { workspace } of [...ours, data]) await workspace.remove();
      service.close();
    }
    const commands = Object.keys({ ...ROUND, ...(destroys && END) });
    rows.push(...commands.flatMap((command) => ours.map((one) => row(count, command, one, data))));
  }
  return [
    "Plans and applies against as many `terraform_data`, in seconds: medians, in brackets the least and the most; of ratios, that of the least. An empty plan is one of objects that are there and have not changed. Goals, on Node and as an executable: an empty plan of 1 host at most 0.30 and 0.13 s more, of 1,000 hosts at most 2.1 and 1.7 times, an apply of 1,000 hosts at most 1.5 times; a plugin takes at most 120 MB at 1,000 hosts, 300 MB at 10,000.",
    "",
    "| hosts | command | | rounds | s | s for terraform_data | times | s more | requests | peak memory of a plugin, MB |",
    "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function contestant(
  name: string,
  configuration: string,
  service: BenchService,
  mirror?: string,
): Promise<Contestant> {
  const plugin = mirror === undefined ? undefined : { mirror };
  return { name, workspace: await benchWorkspace(configuration, service, plugin), costs: new Map() };
}

/** Runs each command once, and those of the end if any; then all is as before. Tells of the long ones as they end. */
async function compete(
  { name: contestant, workspace, costs }: Contestant,
  service: BenchService,
  end: typeof END,
): Promise<void> {
  for (const [name, args] of Object.entries({ ...ROUND, ...end })) {
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
): Promise<Cost> {
  const before = await service.requestCount();
  const start = performance.now();
  const { child, finished } = workspace.start(args);
  const stopWatch = watchMemory(child.pid ?? Number.NaN);
  const ended = await finished;
  const seconds = (performance.now() - start) / 1000;
  const memory = stopWatch();
  assertSucceeded(args, ended);
  return { seconds, memory, requests: (await service.requestCount()) - before };
}

function row(count: number, command: string, one: Contestant, data: Contestant): string {
  const costs = one.costs.get(command) ?? [];
  const ours = costs.map(({ seconds }) => seconds);
  const theirs = (data.costs.get(command) ?? []).map(({ seconds }) => seconds);
  const memory = Math.max(...costs.map(({ memory }) => memory ?? Number.NaN));
  const cells = [
    ours.length,
    measured(ours, 2),
    measured(theirs, 2),
    times(ours, theirs),
    (median(ours) - median(theirs)).toFixed(2),
    median(costs.map(({ requests }) => requests)),
    Number.isNaN(memory) ? "" : memory.toFixed(0),
  ];
  return `| ${count} | ${command} | ${one.name} | ${cells.join(" | ")} |`;
}
