import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../emulator/emulator";
import { kindNames } from "../../service/kinds";
import { assertSucceeded } from "../programs";
import { watchMemory } from "../real-terraform/memory";
import { type TerraformWorkspace, terraformWorkspace } from "../real-terraform/workspace";
import type { BenchPlugin } from "./plugins";
import { measured, median, row, times } from "./report";

/** The commands of each round, in this order. After a round, state and account are emptied, which is not measured. */
const roundCommands: Readonly<Record<string, readonly string[]>> = {
  plan: ["plan", "-out=bench.plan"],
  apply: ["apply", "bench.plan"],
  "empty plan": ["plan", "-detailed-exitcode"],
};

/** Measured once, at the end of the last round: it takes Terraform longer than all other commands. */
const lastCommands: typeof roundCommands = { destroy: ["destroy", "-auto-approve"] };

/** The seconds and requests of a command, and the peak memory of the largest plugin process in MB, if known. */
type Cost = { readonly seconds: number; readonly requests: number; readonly memory: number | undefined };

/** A form of our plugin, or `terraform_data`, which is Terraform's own and starts no plugin. */
interface Contestant {
  readonly name: string;
  readonly workspace: TerraformWorkspace;
  readonly costs: Map<string, Cost[]>;
}

/**
 * Measures plans and applies of hosts and of as many `terraform_data`: our provider and the service cause the difference. The
 * plugin is installed from a mirror, as users have it: Terraform hashes an installed plugin at each command.
 *
 * @param counts numbers of hosts
 */
export async function benchPlans(counts: readonly number[], rounds: number, plugins: readonly BenchPlugin[]) {
  const rows: string[] = [];
  for (const count of counts) rows.push(...(await benchCount(count, rounds, plugins)));
  return [
    "Plans and applies against as many `terraform_data`, in seconds: medians, in brackets the least and the most; of ratios, that of the least. An empty plan is one of objects that are there and have not changed. Goals, on Node and as an executable: an empty plan of 1 host at most 0.30 and 0.13 s more, of 1,000 hosts at most 2.1 and 1.7 times, an apply of 1,000 hosts at most 1.5 times; a plugin takes at most 120 MB at 1,000 hosts, 300 MB at 10,000.",
    "",
    "| hosts | command | | rounds | s | s for terraform_data | times | s more | requests | peak memory of a plugin, MB |",
    "|---:|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function benchCount(count: number, rounds: number, plugins: readonly BenchPlugin[]): Promise<string[]> {
  // The benchmark only waits while terraform runs, so the emulator delays nothing in this process.
  const emulator = await startEmulator({ limits: "off" });
  const contestants: Contestant[] = [];
  try {
    for (const { name, mirror } of plugins) {
      const files = { "main.tf": fleet(count, "rblmonitor") };
      const workspace = await terraformWorkspace({ files, account: emulator, plugin: { mirror } });
      contestants.push({ name, workspace, costs: new Map() });
      await workspace.succeed("init");
    }
    const ours = [...contestants];
    const workspace = await terraformWorkspace({ files: { "main.tf": fleet(count, "terraform_data") } });
    const data = { name: "terraform_data", workspace, costs: new Map() };
    contestants.push(data);
    for (let round = 1; round <= rounds; round++) {
      const commands = { ...roundCommands, ...(round === rounds && lastCommands) };
      for (const contestant of contestants) await compete(contestant, commands, emulator);
    }
    return [...data.costs.keys()].flatMap((command) => ours.map((each) => rowOf(count, command, each, data)));
  } finally {
    for (const { workspace } of contestants) await workspace.remove();
    await emulator.close();
  }
}

/** Runs each command once and keeps its cost, and then empties the state and the account. */
async function compete(
  { workspace, costs }: Contestant,
  commands: typeof roundCommands,
  { account, requests }: Emulator,
): Promise<void> {
  const existing = idsIn(account);
  for (const [command, args] of Object.entries(commands)) {
    const before = requests.length;
    const start = performance.now();
    const { child, finished } = workspace.start(args);
    const stopWatch = watchMemory(child.pid ?? Number.NaN);
    const result = await finished;
    const seconds = (performance.now() - start) / 1000;
    const memory = stopWatch();
    assertSucceeded(`terraform ${command}`, result);
    const cost = { seconds, requests: requests.length - before, memory };
    costs.set(command, [...(costs.get(command) ?? []), cost]);
  }
  for (const file of ["terraform.tfstate", "terraform.tfstate.backup"])
    await rm(join(workspace.folder, file), { force: true });
  for (const id of idsIn(account)) if (!existing.includes(id)) account.remove(id);
}

const idsIn = (account: Emulator["account"]) =>
  kindNames.flatMap((kind) => account.objects(kind).map(({ id }) => id));

function rowOf(count: number, command: string, { name, costs }: Contestant, data: Contestant): string {
  const ours = costs.get(command) ?? [];
  const seconds = ours.map((cost) => cost.seconds);
  const dataSeconds = (data.costs.get(command) ?? []).map((cost) => cost.seconds);
  const memory = Math.max(...ours.map((cost) => cost.memory ?? Number.NaN));
  return row(
    count,
    command,
    name,
    ours.length,
    measured(seconds, 2),
    measured(dataSeconds, 2),
    times(seconds, dataSeconds),
    (median(seconds) - median(dataSeconds)).toFixed(2),
    median(ours.map(({ requests }) => requests)),
    Number.isNaN(memory) ? "" : memory.toFixed(0),
  );
}

/** A configuration of hosts, with a profile and a group, of our provider or with the same values in `terraform_data`. */
function fleet(count: number, owner: "rblmonitor" | "terraform_data"): string {
  const isOurs = owner === "rblmonitor";
  const resource = (type: string, name: string, attributes: string, meta = "") =>
    isOurs
      ? `resource "rblmonitor_${type}" "${name}" {\n${meta}${attributes}}\n`
      : `resource "terraform_data" "${name}" {\n${meta}  input = {\n${attributes}  }\n}\n`;
  const id = (type: string, name: string) => `${isOurs ? `rblmonitor_${type}` : owner}.${name}.id`;
  const required = `terraform {
  required_providers {
    rblmonitor = { source = "rblmonitor/rblmonitor" }
  }
}
`;
  const host = `  host = "10.\${floor(count.index / 65536)}.\${floor(count.index / 256) % 256}.\${count.index % 256}"
  name = "host \${count.index}"
  profile = ${id("monitoring_profile", "profile")}
  contact_groups = [${id("contact_group", "group")}]
  tags = ["bench", "number-\${count.index % 10}"]
`;
  return [
    isOurs ? required : "",
    resource("contact_group", "group", '  name = "Bench"\n'),
    resource("monitoring_profile", "profile", '  name = "Bench"\n  frequency = "24_hours"\n'),
    resource("host", "host", host, `  count = ${count}\n`),
  ].join("");
}
