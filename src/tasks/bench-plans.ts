import { type BenchService, startBenchService } from "./bench-service";
import { median } from "./median";
import { type PeakMemory, peakMemory } from "./peak-memory";
import { type TerraformWorkspace, terraformWorkspace } from "./terraform-workspace";

/** The commands that are measured, in this order. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  plan: ["plan", "-out=bench.plan"],
  apply: ["apply", "bench.plan"],
  "empty plan": ["plan", "-detailed-exitcode"],
  destroy: ["destroy", "-auto-approve"],
};

/** What one command cost. */
interface Cost {
  seconds: number;
  requests: number;
  /** Of its plugin processes the largest, in MB. */
  memory: number;
}

/** How often a number of hosts is measured. */
const usualRounds = (count: number): number => (count <= 10 ? 5 : count <= 100 ? 3 : 1);

/**
 * Measures plans and applies of hosts against the same number of `terraform_data`, which terraform makes itself: the
 * difference is ours and the service's.
 *
 * @param rounds how often each is measured; default: what is quick more often
 * @param task the compiled task, for the emulator's process
 */
export async function benchPlans(
  counts: readonly number[],
  rounds: number | undefined,
  task: string,
): Promise<readonly string[]> {
  const service = await startBenchService(task);
  const memory = await peakMemory();
  try {
    const rows: string[] = [];
    for (const count of counts)
      rows.push(...(await benchCount(count, rounds ?? usualRounds(count), service, memory)));
    return [
      "Plans and applies, against as many `terraform_data`",
      "",
      "| hosts | command | s | s for terraform_data | times | requests | peak memory of a plugin, MB |",
      "|---:|---|---:|---:|---:|---:|---:|",
      ...rows,
    ];
  } finally {
    service.close();
    await memory.remove();
  }
}

async function benchCount(
  count: number,
  rounds: number,
  service: BenchService,
  memory: PeakMemory,
): Promise<string[]> {
  const ours: Map<string, Cost>[] = [];
  const theirs: Map<string, Cost>[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await benchConfiguration(hosts(count), service, memory));
    theirs.push(await benchConfiguration(data(count), service, memory));
  }
  return Object.keys(COMMANDS).map((command) => {
    const of = (runs: readonly Map<string, Cost>[], what: keyof Cost): number =>
      median(runs.map((run) => run.get(command)?.[what] ?? Number.NaN));
    const [mine, other] = [of(ours, "seconds"), of(theirs, "seconds")];
    const times = (mine / other).toFixed(1);
    const cells = [
      mine.toFixed(2),
      other.toFixed(2),
      times,
      of(ours, "requests"),
      of(ours, "memory").toFixed(0),
    ];
    return `| ${count} | ${command} | ${cells.join(" | ")} |`;
  });
}

async function benchConfiguration(
  configuration: string,
  service: BenchService,
  memory: PeakMemory,
): Promise<Map<string, Cost>> {
  const workspace = await terraformWorkspace({
    files: { "main.tf": configuration },
    account: service.account,
    environment: { NODE_EXTRA_CA_CERTS: undefined, ...memory.environment },
  });
  try {
    const costs = new Map<string, Cost>();
    for (const [name, args] of Object.entries(COMMANDS)) {
      costs.set(name, await costOf(workspace, args, service, memory));
    }
    return costs;
  } finally {
    await workspace.remove();
  }
}

async function costOf(
  workspace: TerraformWorkspace,
  args: readonly string[],
  service: BenchService,
  memory: PeakMemory,
): Promise<Cost> {
  const before = await service.requestCount();
  const start = performance.now();
  const { code, stdout, stderr } = await workspace.run(...args);
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return { seconds, requests: (await service.requestCount()) - before, memory: await memory.take() };
}

const address = (index: string): string =>
  `10.\${floor(${index} / 65536)}.\${floor(${index} / 256) % 256}.\${${index} % 256}`;

function hosts(count: number): string {
  return `
terraform {
  required_providers {
    rblmonitor = { source = "rblmonitor/rblmonitor" }
  }
}
resource "rblmonitor_contact_group" "group" { name = "Bench" }
resource "rblmonitor_monitoring_profile" "profile" {
  name      = "Bench"
  frequency = "24_hours"
}
resource "rblmonitor_host" "host" {
  count          = ${count}
  host           = "${address("count.index")}"
  name           = "host \${count.index}"
  profile        = rblmonitor_monitoring_profile.profile.id
  contact_groups = [rblmonitor_contact_group.group.id]
  tags           = ["bench", "number-\${count.index % 10}"]
}
`;
}

function data(count: number): string {
  return `
resource "terraform_data" "group" { input = { name = "Bench" } }
resource "terraform_data" "profile" { input = { name = "Bench", frequency = "24_hours" } }
resource "terraform_data" "host" {
  count = ${count}
  input = {
    host           = "${address("count.index")}"
    name           = "host \${count.index}"
    profile        = terraform_data.profile.id
    contact_groups = [terraform_data.group.id]
    tags           = ["bench", "number-\${count.index % 10}"]
  }
}
`;
}
