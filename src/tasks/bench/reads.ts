import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../client/client";
import { multiplied } from "../terraform/large-state";
import { benchFleet, benchHost } from "./fleet";
import { measured, row } from "./report";
import { type BenchService, type Cost, withBenchService } from "./service";

/** Terraform reads as many objects at the same time. */
const PARALLEL = 10;

/** The service's limit (docs/design/api.md#limits). */
const REQUESTS_PER_HOUR = 1000;

/**
 * Measures an empty plan of hosts, which reads each of them, and one GET for each host, which is how other providers read.
 * The GETs run without Terraform.
 *
 * @param rounds default: 15, and 3 from 10,000 hosts on
 */
export async function benchReads(
  counts: readonly number[],
  rounds: number | undefined,
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const count of counts) {
    const repeated = rounds ?? (count < 10_000 ? 15 : 3);
    rows.push(await withBenchService((service) => benchCount(count, repeated, service)));
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
  const workspace = await service.workspace(benchFleet(1));
  await workspace.succeed("apply", "-auto-approve");
  const ids = await multiplyHosts(count, join(workspace.folder, "terraform.tfstate"), service);
  await workspace.write("main.tf", benchFleet(count));

  const plans: Cost[] = [];
  const gets: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    plans.push(await service.cost(() => workspace.succeed("plan", "-detailed-exitcode")));
    gets.push(await service.cost(() => getEach(ids, service)));
  }
  const [planned, got] = [plans[0]?.requests ?? Number.NaN, gets[0]?.requests ?? Number.NaN];
  const secondsOf = (costs: readonly Cost[]) => costs.map(({ seconds }) => seconds);
  return row(
    ...[count, rounds, measured(secondsOf(plans), 2), planned, measured(secondsOf(gets), 2), got],
    (got / planned).toFixed(0),
    `${(planned / REQUESTS_PER_HOUR).toFixed(2)} against ${(got / REQUESTS_PER_HOUR).toFixed(0)}`,
  );
}

/** Adds hosts to the account, and to a state with the first host, until there are that many. Returns all ids. */
async function multiplyHosts(count: number, file: string, service: BenchService): Promise<readonly string[]> {
  const state = await readFile(file, "utf8");
  const { outputs } = JSON.parse(state) as { outputs: { first: { value: Record<string, string> } } };
  const { id: firstId = "", profile, group } = outputs.first.value;
  const hosts = Array.from({ length: count }, (_, index) => benchHost(index));
  const others = hosts.slice(1).map((host) => ({ ...host, profile, contact_group: [group] }));
  const ids = [firstId, ...(await service.add("host", others))];
  const instances = hosts.map((own, index) => ({
    ...{ ...own, id: ids[index] },
    members: [{ id: ids[index], host: own.host }],
  }));
  await writeFile(file, multiplied(state, "host", instances));
  return ids;
}

async function getEach(ids: readonly string[], service: BenchService): Promise<void> {
  const { url: baseUrl, accountSid, authToken } = service.account;
  const client = createClient({ baseUrl, accountSid, authToken });
  const hosts = client.collection("host");
  const left = [...ids];
  const worker = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await hosts.get(id);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  await client.close();
}
