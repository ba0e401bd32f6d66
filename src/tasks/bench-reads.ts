import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../client/client";
import { type BenchService, startBenchService } from "./bench-service";
import { multiplied } from "./large-state";
import { measured } from "./measured";
import { type TerraformWorkspace, terraformWorkspace } from "./terraform-workspace";

/** As many at a time as Terraform reads. */
const atOnce = 10;

/** What the service allows in an hour (api-4.0, Limits). */
const requestsAnHour = 1000;

/**
 * Measures what an empty plan of hosts costs, which reads each of them, against one GET for each, as other providers
 * read. The GETs are those alone, without Terraform.
 *
 * @param rounds how often each is measured, in turns; default: 15 times, and 3 times from 10,000 hosts on
 * @param task the compiled task, for the emulator's process
 */
export async function benchReads(
  counts: readonly number[],
  rounds: number | undefined,
  task: string,
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const count of counts) {
    const service = await startBenchService(task);
    try {
      rows.push(await benchCount(count, rounds ?? (count < 10_000 ? 15 : 3), service));
    } finally {
      service.close();
    }
  }
  return [
    "An empty plan, against one GET for each host: medians, in brackets the least and the most.",
    "",
    "| hosts | rounds | plan, s | requests | the GETs, s | requests | times the requests | hours of the limit |",
    "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function benchCount(count: number, rounds: number, service: BenchService): Promise<string> {
  const { workspace, ids } = await largeWorkspace(count, service);
  const plans: Cost[] = [];
  const gets: Cost[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      plans.push(await cost(service, () => succeeded(workspace, "plan", "-detailed-exitcode")));
      gets.push(await cost(service, () => benchGets(ids, service)));
    }
  } finally {
    await workspace.remove();
  }
  const [planned, got] = [plans[0]?.requests ?? Number.NaN, gets[0]?.requests ?? Number.NaN];
  const secondsOf = (costs: readonly Cost[]) => costs.map(({ seconds }) => seconds);
  const cells = [
    rounds,
    measured(secondsOf(plans), 2),
    planned,
    measured(secondsOf(gets), 2),
    got,
    (got / planned).toFixed(0),
    `${(planned / requestsAnHour).toFixed(2)} against ${(got / requestsAnHour).toFixed(0)}`,
  ];
  return `| ${count} | ${cells.join(" | ")} |`;
}

/** What one way of reading cost. */
interface Cost {
  readonly seconds: number;
  readonly requests: number;
}

async function cost(service: BenchService, read: () => Promise<void>): Promise<Cost> {
  const before = await service.requestCount();
  const start = performance.now();
  await read();
  const seconds = (performance.now() - start) / 1000;
  return { seconds, requests: (await service.requestCount()) - before };
}

/**
 * Applies one host, and gives the account and the state the others.
 * @param from a mirror to install the plugin from, if any, and more environment variables
 */
export async function largeWorkspace(
  count: number,
  service: BenchService,
  from: { readonly mirror?: string; readonly environment?: Readonly<Record<string, string>> } = {},
) {
  const workspace = await terraformWorkspace({
    account: service.account,
    environment: { NODE_EXTRA_CA_CERTS: undefined, ...from.environment },
    ...(from.mirror !== undefined && { plugin: { mirror: from.mirror } }),
  });
  await workspace.write("main.tf", fleet(1));
  if (from.mirror !== undefined) await succeeded(workspace, "init");
  await succeeded(workspace, "apply", "-auto-approve");
  const ids = await multiplyHosts(count, join(workspace.folder, "terraform.tfstate"), service);
  await workspace.write("main.tf", fleet(count));
  return { workspace, ids };
}

async function succeeded(workspace: TerraformWorkspace, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await workspace.run(...args);
  if (code !== 0) throw new Error(`terraform ${args[0]} ended with ${code}:\n${stdout}${stderr}`);
}

async function multiplyHosts(count: number, file: string, service: BenchService): Promise<readonly string[]> {
  const state = await readFile(file, "utf8");
  const { outputs } = JSON.parse(state) as { outputs: { first: { value: Record<string, string> } } };
  const { id: firstId = "", profile, group } = outputs.first.value;
  const names = Array.from({ length: count }, (_, n) => ({
    host: `mail-${n}.example.com`,
    name: `mail ${n}`,
  }));
  const others = names.slice(1).map((name) => ({ ...name, profile, contact_group: [group] }));
  const ids = [firstId, ...(await service.addHosts(others))];
  const instances = names.map((name, n) => ({
    ...{ ...name, id: ids[n] },
    members: [{ id: ids[n], host: name.host }],
  }));
  await writeFile(file, multiplied(state, "mail", instances));
  return ids;
}

async function benchGets(ids: readonly string[], service: BenchService): Promise<void> {
  const { url: baseUrl, accountSid, authToken } = service.account;
  const client: Client = createClient({ baseUrl, accountSid, authToken });
  const hosts = client.collection("host");
  const left = [...ids];
  const worker = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await hosts.get(id);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  await client.close();
}

function fleet(count: number): string {
  return `
terraform {
  required_providers {
    rblmonitor = { source = "rblmonitor/rblmonitor" }
  }
}
resource "rblmonitor_contact_group" "ops" { name = "Operations" }
resource "rblmonitor_monitoring_profile" "mail" {
  name      = "Mail"
  frequency = "weekly"
}
resource "rblmonitor_host" "mail" {
  count          = ${count}
  host           = "mail-\${count.index}.example.com"
  name           = "mail \${count.index}"
  profile        = rblmonitor_monitoring_profile.mail.id
  contact_groups = [rblmonitor_contact_group.ops.id]
}
output "first" {
  value = {
    id      = rblmonitor_host.mail[0].id
    profile = rblmonitor_monitoring_profile.mail.id
    group   = rblmonitor_contact_group.ops.id
  }
}
`;
}
