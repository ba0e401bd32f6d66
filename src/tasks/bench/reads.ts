import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "../../client/client";
import { multiplied } from "../terraform/large-state";
import { benchFleet, benchHost } from "./fleet";
import { measured } from "./report";
import { type BenchService, startBenchService } from "./service";
import { benchWorkspace } from "./workspace";

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
      plans.push(await cost(service, () => workspace.succeed("plan", "-detailed-exitcode")));
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

async function cost(service: BenchService, read: () => Promise<unknown>): Promise<Cost> {
  const before = await service.requestCount();
  const start = performance.now();
  await read();
  const seconds = (performance.now() - start) / 1000;
  return { seconds, requests: (await service.requestCount()) - before };
}

/** Applies one host, and gives the account and the state the others. */
async function largeWorkspace(count: number, service: BenchService) {
  const workspace = await benchWorkspace(benchFleet(1), service);
  await workspace.succeed("apply", "-auto-approve");
  const ids = await multiplyHosts(count, join(workspace.folder, "terraform.tfstate"), service);
  await workspace.write("main.tf", benchFleet(count));
  return { workspace, ids };
}

async function multiplyHosts(count: number, file: string, service: BenchService): Promise<readonly string[]> {
  const state = await readFile(file, "utf8");
  const { outputs } = JSON.parse(state) as { outputs: { first: { value: Record<string, string> } } };
  const { id: firstId = "", profile, group } = outputs.first.value;
  const hosts = Array.from({ length: count }, (_, index) => benchHost(index));
  const others = hosts.slice(1).map((host) => ({ ...host, profile, contact_group: [group] }));
  const ids = [firstId, ...(await service.addHosts(others))];
  const instances = hosts.map((own, index) => ({
    ...{ ...own, id: ids[index] },
    members: [{ id: ids[index], host: own.host }],
  }));
  await writeFile(file, multiplied(state, "host", instances));
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
