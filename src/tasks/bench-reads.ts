import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../client/client";
import { type BenchService, startBenchService } from "./bench-service";
import { multiplied } from "./large-state";
import { peakMemory } from "./peak-memory";
import { terraformWorkspace } from "./terraform-workspace";

/** As many at a time as Terraform reads. */
const atOnce = 10;

/** What the service allows in an hour (api-4.0, Limits). */
const requestsAnHour = 1000;

/**
 * Measures what an empty plan of hosts costs, which reads each of them, against one GET for each, as other providers
 * read. The GETs are those alone, without Terraform.
 *
 * @param task the compiled task, for the emulator's process
 */
export async function benchReads(counts: readonly number[], task: string): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const count of counts) {
    const service = await startBenchService(task);
    try {
      rows.push(await benchCount(count, service));
    } finally {
      service.close();
    }
  }
  return [
    "An empty plan, against one GET for each host",
    "",
    "| hosts | plan, s | requests | peak memory of a plugin, MB | the GETs, s | requests | times the requests | hours of the limit |",
    "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...rows,
  ];
}

async function benchCount(count: number, service: BenchService): Promise<string> {
  const plan = await benchPlan(count, service);
  const gets = await benchGets(plan.ids, service);
  const cells = [
    plan.seconds.toFixed(2),
    plan.requests,
    plan.memory.toFixed(0),
    gets.seconds.toFixed(2),
    gets.requests,
    (gets.requests / plan.requests).toFixed(0),
    `${(plan.requests / requestsAnHour).toFixed(2)} against ${(gets.requests / requestsAnHour).toFixed(0)}`,
  ];
  return `| ${count} | ${cells.join(" | ")} |`;
}

/** Applies one host, gives the account and the state the others, and plans. */
async function benchPlan(count: number, service: BenchService) {
  const memory = await peakMemory();
  const environment = { NODE_EXTRA_CA_CERTS: undefined, ...memory.environment };
  const workspace = await terraformWorkspace({ account: service.account, environment });
  try {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await workspace.run(...args);
      if (code !== 0) throw new Error(`terraform ${args[0]} ended with ${code}:\n${stdout}${stderr}`);
    };
    await workspace.write("main.tf", fleet(1));
    await run("apply", "-auto-approve");
    const ids = await multiplyHosts(count, join(workspace.folder, "terraform.tfstate"), service);
    await workspace.write("main.tf", fleet(count));
    await memory.take();
    const before = await service.requestCount();
    const start = performance.now();
    await run("plan", "-detailed-exitcode");
    const seconds = (performance.now() - start) / 1000;
    return { ids, seconds, requests: (await service.requestCount()) - before, memory: await memory.take() };
  } finally {
    await workspace.remove();
    await memory.remove();
  }
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

async function benchGets(ids: readonly string[], service: BenchService) {
  const { url: baseUrl, accountSid, authToken } = service.account;
  const client: Client = createClient({ baseUrl, accountSid, authToken });
  const hosts = client.collection("host");
  const left = [...ids];
  const worker = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await hosts.get(id);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - start) / 1000;
  await client.close();
  return { seconds, requests: client.requestsSent };
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
