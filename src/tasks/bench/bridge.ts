import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "undici";
import { faultNames } from "../../emulator/faults";
import { build } from "../build";
import { loadNote, median, row } from "./report";
import { type BenchService, withBenchService } from "./service";

/** A request to the bridge. */
interface Call {
  readonly method: "GET" | "POST";
  /** Below that of the version. */
  readonly path: string;
  readonly body?: string;
}

/** What each caller asks for again and again, and how many callers do so. */
const CALLS: readonly (Call & { readonly callers: number })[] = [
  { method: "GET", path: "/hosts.json", callers: 60 },
  { method: "GET", path: "/listings.json", callers: 30 },
  { method: "GET", path: "/contacts.json", callers: 30 },
  { method: "POST", path: "/host/update/{host}.json", body: "name=Mail", callers: 30 },
  { method: "POST", path: "/contactgroup/update/{group}.json", body: "name=Night", callers: 30 },
  { method: "POST", path: "/check/start.json", body: "host=192.0.2.1", callers: 20 },
];
/** Clients with invented credentials, in addition to the callers. */
const INVENTED = 20;
/** Parts of the time, which must be alike if nothing grows. */
const PARTS = 5;
/** Hosts of the account. */
const HOSTS = 100;

/** What came of requests in a part of the time. */
class Part {
  readonly milliseconds: number[] = [];
  readonly megabytes: number[] = [];
  /** Of the bridge's process, at each look. */
  readonly cpuSeconds: number[] = [];
  ok = 0;
  limited = 0;
  failed = 0;
  lost = 0;
  invented = 0;
}

/**
 * Measures the bridge with 200 callers that use all of the service's rates, while each fault of the emulator strikes
 * again and again and other clients send invented credentials.
 */
export async function benchBridge(seconds: number): Promise<readonly string[]> {
  await build("cli");
  return withBenchService((service) => benchWith(service, seconds), { hour: 1_000_000_000 });
}

async function benchWith(service: BenchService, seconds: number): Promise<readonly string[]> {
  const bridge = spawn(
    process.execPath,
    [resolve("dist/cli/rblmonitor"), "bridge", "--port", "0", "--metrics", "--json"],
    {
      env: { PATH: process.env.PATH, RBLMONITOR_BASE_URL: service.account.url },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  try {
    const root = await rootOf(bridge);
    const parts = Array.from({ length: PARTS }, () => new Part());
    await load(root, service, seconds, parts);
    return table(seconds, parts);
  } finally {
    bridge.kill();
    await once(bridge, "exit");
  }
}

async function load(
  root: string,
  service: BenchService,
  seconds: number,
  parts: readonly Part[],
): Promise<void> {
  const addresses = Array.from({ length: HOSTS }, (_, number) => ({ host: `192.0.2.${number}` }));
  const [host = ""] = await service.add("host", addresses);
  const [group = ""] = await service.add("contact_group", [{ name: "Night" }]);
  const { accountSid, authToken } = service.account;
  const auth = `${accountSid}:${authToken}`;
  // The service accepts the account before the others come.
  await statusOf(new Client(root), { method: "GET", path: "/hosts.json" }, auth);
  const start = performance.now();
  const part = () => parts[Math.floor(((performance.now() - start) / 1_000 / seconds) * PARTS)];
  const callers = CALLS.flatMap((call) => {
    const path = call.path.replace("{host}", host).replace("{group}", group);
    return Array.from({ length: call.callers }, () => repeat(root, { ...call, path }, auth, part));
  });
  const invented = Array.from({ length: INVENTED }, (_, number) => invent(root, number, part));
  const pause = (seconds * 1_000) / PARTS;
  await Promise.all([
    ...callers,
    ...invented,
    watch(`${root}/metrics`, pause / 20, part),
    strike(service, pause / faultNames.length, part),
  ]);
}

/** Sends the same request until the time is over. */
async function repeat(
  root: string,
  call: Call,
  auth: string,
  partNow: () => Part | undefined,
): Promise<void> {
  const client = new Client(root);
  for (let part = partNow(); part !== undefined; part = partNow()) {
    const start = performance.now();
    const status = await statusOf(client, call, auth);
    part.milliseconds.push(performance.now() - start);
    if (status === 200) part.ok += 1;
    else if (status === 429) part.limited += 1;
    else if (status === undefined) part.lost += 1;
    else part.failed += 1;
    // As programs do, it waits a little after a failure.
    if (status !== 200) await sleep(500);
  }
  await client.destroy();
}

/** Sends invented credentials, ten times a second, until the time is over. */
async function invent(root: string, number: number, partNow: () => Part | undefined): Promise<void> {
  const client = new Client(root);
  for (let part = partNow(), sent = 0; part !== undefined; part = partNow(), sent += 1) {
    const call = { method: "GET", path: "/hosts.json" } as const;
    const status = await statusOf(client, call, `AC${number}:${sent}`);
    if (status === 401 || status === 429) part.invented += 1;
    await sleep(100);
  }
  await client.destroy();
}

/** Arms the faults of the emulator in turns until the time is over. */
async function strike(service: BenchService, pause: number, partNow: () => Part | undefined): Promise<void> {
  for (let number = 0; partNow() !== undefined; number += 1) {
    await sleep(pause);
    const fault = faultNames[number % faultNames.length] ?? "slow";
    // After several 429 in a row, the gate waits up to half a minute, as it should.
    const times = fault.startsWith("429") ? 1 : 10;
    await service.arm({ fault, times, delay: Math.min(pause / 4, 1_000) });
  }
}

/** Reads the memory and the processor time of the bridge again and again. */
async function watch(url: string, pause: number, partNow: () => Part | undefined): Promise<void> {
  for (let part = partNow(); part !== undefined; part = partNow()) {
    const text = await fetch(url).then((answer) => answer.text());
    const metric = (name: string) =>
      Number(new RegExp(`^rblmonitor_bridge_${name} (.*)$`, "m").exec(text)?.[1]);
    part.megabytes.push(metric("resident_memory_bytes") / 1024 / 1024);
    part.cpuSeconds.push(metric("cpu_seconds_total"));
    await sleep(pause);
  }
}

/** The status of the answer; undefined if the connection broke. */
async function statusOf(
  client: Client,
  { method, path, body = "" }: Call,
  auth: string,
): Promise<number | undefined> {
  const headers = {
    authorization: `Basic ${btoa(auth)}`,
    "user-agent": "bench/1",
    ...(body && { "content-type": "application/x-www-form-urlencoded" }),
  };
  try {
    const answer = await client.request({ method, path: `/3.0${path}`, headers, body });
    await answer.body.text();
    return answer.statusCode;
  } catch {
    return undefined;
  }
}

async function rootOf({ stderr }: ChildProcess): Promise<string> {
  let text = "";
  for (;;) {
    const [chunk] = (await once(stderr ?? process.stdin, "data")) as [Buffer];
    text += chunk.toString();
    const [, root] = /Listening on (\S+)\/3\.0\n/.exec(text) ?? [];
    if (root === undefined) continue;
    stderr?.resume();
    return root;
  }
}

function table(seconds: number, parts: readonly Part[]): string[] {
  const length = seconds / PARTS;
  return [
    `The bridge with ${CALLS.reduce((sum, { callers }) => sum + callers, 0)} callers for ${seconds} s, at the service's limits of 100 reads, 50 writes and 10 starts of checks a second, without that of the hour.`,
    `In each part of the time, every fault of the emulator strikes, and ${INVENTED} clients send invented credentials. Milliseconds and MB are medians. CPU and memory are those of the bridge's process; CPU is divided by all its answers.`,
    loadNote(),
    "",
    "| seconds | answers a second | ms | longest ms | 200 | 429 | 5xx | no answer | invented, refused | CPU ms an answer | MB |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ...parts.map((part, index) => {
      const { milliseconds, megabytes, cpuSeconds, ok, limited, failed, lost, invented } = part;
      const cpu =
        (((cpuSeconds.at(-1) ?? 0) - (cpuSeconds[0] ?? 0)) * 1_000) / (milliseconds.length + invented);
      return row(
        ...[`${index * length} to ${(index + 1) * length}`, (milliseconds.length / length).toFixed(0)],
        ...[median(milliseconds).toFixed(0), milliseconds.reduce((a, b) => Math.max(a, b), 0).toFixed(0)],
        ...[ok, limited, failed, lost, invented, cpu.toFixed(1), median(megabytes).toFixed(0)],
      );
    }),
  ];
}
