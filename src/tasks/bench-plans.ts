import { benchFleet, terraformData } from "./bench-fleet";
import type { BenchPlugin } from "./bench-plugins";
import { type BenchService, startBenchService } from "./bench-service";
import { measured, times } from "./measured";
import { median } from "./median";
import { type PeakMemory, peakMemory } from "./peak-memory";
import { type TerraformWorkspace, terraformWorkspace } from "./terraform-workspace";

/** The commands that are measured, in this order: after the last, all is as before the first. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  plan: ["plan", "-out=bench.plan"],
  apply: ["apply", "bench.plan"],
  "empty plan": ["plan", "-detailed-exitcode"],
  destroy: ["destroy", "-auto-approve"],
};

/** What one command cost. */
interface Cost {
  readonly seconds: number;
  readonly requests: number;
}

/** What is measured in turns: our plugin in its forms, or `terraform_data`. */
interface Contestant {
  readonly name: string;
  readonly workspace: TerraformWorkspace;
  readonly costs: Map<string, Cost[]>;
  /** Of its plugin processes the largest in MB, by command. */
  readonly memory: Map<string, number>;
}

/**
 * Measures plans and applies of hosts against the same number of `terraform_data`, which terraform makes itself: the
 * difference is ours and the service's. The plugin is installed from a mirror, as users have it: Terraform hashes what is
 * installed at each command.
 *
 * @param rounds how often each is measured; default: 15 times
 * @param task the compiled task, for the emulator's process
 */
export async function benchPlans(
  counts: readonly number[],
  rounds: number | undefined,
  plugins: readonly BenchPlugin[],
  task: string,
): Promise<readonly string[]> {
  const service = await startBenchService(task);
  try {
    const rows: string[] = [];
    for (const count of counts) rows.push(...(await benchCount(count, rounds ?? 15, plugins, service)));
    return [
      "Plans and applies against as many `terraform_data`, in seconds: medians, in brackets the least and the most; of ratios, that of the least. An empty plan is one of objects that are there and have not changed. Goals on Node: an empty plan of 1 host 0.30 s more, of 1,000 hosts 2.1 times, an apply of 1,000 hosts 1.5 times; at most 120 MB at 1,000 hosts.",
      "",
      "| hosts | command | | rounds | s | s for terraform_data | times | s more | requests | peak memory of a plugin, MB |",
      "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|",
      ...rows,
    ];
  } finally {
    service.close();
  }
}

async function benchCount(
  count: number,
  rounds: number,
  plugins: readonly BenchPlugin[],
  service: BenchService,
): Promise<string[]> {
  const contestants: Contestant[] = [];
  const data = await contestant("terraform_data", terraformData(count), service);
  for (const plugin of plugins) {
    contestants.push(await contestant(plugin.name, benchFleet(count), service, plugin.mirror));
  }
  try {
    for (let round = 0; round < rounds; round++)
      for (const one of [data, ...contestants]) await compete(one, service);
    const onNode = contestants.filter((_, index) => plugins[index]?.isNode);
    for (const one of onNode) await weigh(one, service, plugins[0]?.mirror ?? "", count);
  } finally {
    for (const { workspace } of [data, ...contestants]) await workspace.remove();
  }
  return Object.keys(COMMANDS).flatMap((command) => contestants.map((one) => row(count, command, one, data)));
}

async function contestant(
  name: string,
  configuration: string,
  service: BenchService,
  mirror?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Contestant> {
  const workspace = await terraformWorkspace({
    files: { "main.tf": configuration },
    account: service.account,
    environment: { NODE_EXTRA_CA_CERTS: undefined, ...environment },
    ...(mirror !== undefined && { plugin: { mirror } }),
  });
  await succeeded(workspace, ["init"]);
  return { name, workspace, costs: new Map(), memory: new Map() };
}

/** Runs each command once. */
async function compete({ workspace, costs }: Contestant, service: BenchService): Promise<void> {
  for (const [name, args] of Object.entries(COMMANDS)) {
    const before = await service.requestCount();
    const start = performance.now();
    await succeeded(workspace, args);
    const seconds = (performance.now() - start) / 1000;
    const cost = { seconds, requests: (await service.requestCount()) - before };
    costs.set(name, [...(costs.get(name) ?? []), cost]);
  }
}

/** Runs each command once more, not timed, as noting the memory takes time too. */
async function weigh(one: Contestant, service: BenchService, mirror: string, count: number): Promise<void> {
  const memory: PeakMemory = await peakMemory();
  const { workspace } = await contestant(one.name, benchFleet(count), service, mirror, memory.environment);
  try {
    for (const [name, args] of Object.entries(COMMANDS)) {
      await succeeded(workspace, args);
      one.memory.set(name, await memory.take());
    }
  } finally {
    await workspace.remove();
    await memory.remove();
  }
}

async function succeeded(workspace: TerraformWorkspace, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await workspace.run(...args);
  if (code !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
}

function row(count: number, command: string, one: Contestant, data: Contestant): string {
  const secondsOf = ({ costs }: Contestant) => (costs.get(command) ?? []).map(({ seconds }) => seconds);
  const [ours, theirs] = [secondsOf(one), secondsOf(data)];
  const memory = one.memory.get(command);
  const cells = [
    ours.length,
    measured(ours, 2),
    measured(theirs, 2),
    times(ours, theirs),
    (median(ours) - median(theirs)).toFixed(2),
    median((one.costs.get(command) ?? []).map(({ requests }) => requests)),
    memory === undefined ? "" : memory.toFixed(0),
  ];
  return `| ${count} | ${command} | ${one.name} | ${cells.join(" | ")} |`;
}
