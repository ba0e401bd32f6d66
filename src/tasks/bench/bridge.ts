import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator } from "../../emulator/emulator";
import { faultNames } from "../../emulator/faults";
import { build } from "../build";
import { loadNote, median, row } from "./report";

/** What each caller asks for again and again: method, path, body, and how many callers do so. */
const CALLS: readonly (readonly [method: string, path: string, body: string | undefined, callers: number])[] =
  [
    ["GET", "/hosts.json", undefined, 60],
    ["GET", "/listings.json", undefined, 30],
    ["GET", "/contacts.json", undefined, 30],
    ["POST", "/host/update/{host}.json", "name=Mail", 30],
    ["POST", "/contactgroup/update/{group}.json", "name=Night", 30],
    ["POST", "/check/start.json", "host=192.0.2.1", 20],
  ];
/** Clients with invented credentials, in addition to the callers. */
const INVENTED = 20;
/** Parts of the time, which must be alike if nothing grows. */
const PARTS = 5;
/** Hosts of the account. */
const HOSTS = 100;

/** The account behind the bridge. */
interface Served {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  readonly host: string;
  readonly group: string;
}

/** What came of requests in a part of the time. */
interface Part {
  readonly milliseconds: number[];
  readonly megabytes: number[];
  /** Of the bridge's process, at each look. */
  readonly cpuSeconds: number[];
  ok: number;
  limited: number;
  failed: number;
  lost: number;
  invented: number;
}

/**
 * Measures the bridge with 200 callers that use all of the service's rates, while each fault of the emulator strikes
 * again and again and other clients send invented credentials.
 */
export async function benchBridge(seconds: number): Promise<readonly string[]> {
  await build("cli");
  const service = spawnService(seconds);
  const [served] = (await once(service, "message")) as [Served];
  const bridge = spawn(
    process.execPath,
    [resolve("dist/cli/rblmonitor"), "bridge", "--port", "0", "--metrics", "--json"],
    { env: { PATH: process.env.PATH, RBLMONITOR_BASE_URL: served.url }, stdio: ["ignore", "ignore", "pipe"] },
  );
  try {
    const root = await rootOf(bridge);
    const parts = Array.from({ length: PARTS }, (): Part => {
      return {
        milliseconds: [],
        megabytes: [],
        cpuSeconds: [],
        ok: 0,
        limited: 0,
        failed: 0,
        lost: 0,
        invented: 0,
      };
    });
    await load(root, served, seconds, parts);
    return table(seconds, parts);
  } finally {
    service.kill();
    bridge.kill();
    await once(bridge, "exit");
  }
}

async function load(root: string, served: Served, seconds: number, parts: readonly Part[]): Promise<void> {
  // The service accepts the account before the others come.
  await statusOf(
    "GET",
    `${root}/3.0/hosts.json`,
    `${served.accountSid}:${served.authToken}`,
    undefined,
    new Agent(),
  );
  const start = performance.now();
  const part = () => parts[Math.floor(((performance.now() - start) / 1_000 / seconds) * PARTS)];
  const callers = CALLS.flatMap(([method, path, body, count]) => {
    const url = `${root}/3.0${path.replace("{host}", served.host).replace("{group}", served.group)}`;
    return Array.from({ length: count }, () => call(method, url, body, served, part));
  });
  const invented = Array.from({ length: INVENTED }, (_, number) =>
    invent(`${root}/3.0/hosts.json`, number, part),
  );
  await Promise.all([...callers, ...invented, watch(`${root}/metrics`, seconds, part)]);
}

/** Sends the same request until the time is over. */
async function call(
  method: string,
  url: string,
  body: string | undefined,
  { accountSid, authToken }: Served,
  partNow: () => Part | undefined,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let part = partNow(); part !== undefined; part = partNow()) {
    const start = performance.now();
    const status = await statusOf(method, url, `${accountSid}:${authToken}`, body, agent);
    part.milliseconds.push(performance.now() - start);
    if (status === 200) part.ok += 1;
    else if (status === 429) part.limited += 1;
    else if (status === undefined) part.lost += 1;
    else part.failed += 1;
    // As programs do, it waits a little after a failure.
    if (status !== 200) await sleep(500);
  }
  agent.destroy();
}

/** Sends invented credentials, ten times a second, until the time is over. */
async function invent(url: string, number: number, partNow: () => Part | undefined): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let part = partNow(), sent = 0; part !== undefined; part = partNow(), sent += 1) {
    const status = await statusOf("GET", url, `AC${number}:${sent}`, undefined, agent);
    if (status === 401 || status === 429) part.invented += 1;
    await sleep(100);
  }
  agent.destroy();
}

/** Reads the memory and the processor time of the bridge, up to 20 times in each part. */
async function watch(url: string, seconds: number, partNow: () => Part | undefined): Promise<void> {
  for (let part = partNow(); part !== undefined; part = partNow()) {
    const text = await fetch(url).then((answer) => answer.text());
    const metric = (name: string) =>
      Number(new RegExp(`^rblmonitor_bridge_${name} (.*)$`, "m").exec(text)?.[1]);
    part.megabytes.push(metric("resident_memory_bytes") / 1024 / 1024);
    part.cpuSeconds.push(metric("cpu_seconds_total"));
    await sleep((seconds * 1_000) / PARTS / 20);
  }
}

/** The status of the answer; undefined if the connection broke. */
function statusOf(
  method: string,
  url: string,
  auth: string,
  body: string | undefined,
  agent: Agent,
): Promise<number | undefined> {
  return new Promise((found) => {
    const type = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
    const sent = request(
      url,
      { method, auth, agent, headers: { "user-agent": "bench/1", ...type } },
      (answer) => {
        answer.resume();
        answer.once("close", () => found(answer.complete ? answer.statusCode : undefined));
      },
    );
    sent.once("error", () => found(undefined));
    sent.end(body);
  });
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
    `The bridge with ${CALLS.reduce((sum, [, , , count]) => sum + count, 0)} callers for ${seconds} s, at the service's limits of 100 reads, 50 writes and 10 starts of checks a second, without that of the hour.`,
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

function spawnService(seconds: number): ChildProcess {
  // The task is a single script, which exports `serveFaults`.
  const code = `require(${JSON.stringify(__filename)}).serveFaults(${seconds})`;
  return spawn(process.execPath, ["-e", code], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** Runs in the other process: serves an account at the documented rates, with each fault in each part of the time. */
export async function serveFaults(seconds: number): Promise<void> {
  const service = await startEmulator({ limits: { hour: 1_000_000_000 } });
  const hosts = Array.from({ length: HOSTS }, (_, number) =>
    service.account.add("host", { host: `192.0.2.${number}` }),
  );
  const { id: group } = service.account.add("contact_group", { name: "Night" });
  process.on("disconnect", () => process.exit());
  const { url, accountSid, authToken } = service;
  process.send?.({ url, accountSid, authToken, host: hosts[0]?.id, group });
  const pause = (seconds * 1_000) / PARTS / faultNames.length;
  for (let number = 0; ; number += 1) {
    await sleep(pause);
    const fault = faultNames[number % faultNames.length] ?? "slow";
    // After several 429 in a row, the gate waits up to half a minute, as it should.
    const times = fault.startsWith("429") ? 1 : 10;
    service.faults.arm({ fault, times, delay: Math.min(pause / 4, 1_000) });
  }
}
