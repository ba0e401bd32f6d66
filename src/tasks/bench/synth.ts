import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "../build";
import { median } from "./median";

const HOSTS = 5000;
/** At most this many times what the same hosts cost without a fleet. */
const GOAL = 1.3;

const LIBRARIES = ["cdktf", "cdktn"];

/** What an application does with each host, or with all of them. */
const FORMS = {
  "`Host` for each":
    "for (const host of hosts) new m.Host(stack, 'h-' + host, { host, name: host, ...shared });",
  "`HostFleet` for all": 'new m.HostFleet(stack, "fleet", { hosts, ...shared });',
};

/**
 * Measures what loading the package and synthesising hosts take, alone and as a fleet, in processor time, since that of
 * a clock tells more of what else the machine does.
 */
export async function benchSynth(rounds: number): Promise<readonly string[]> {
  await build("lib");
  const folder = await mkdtemp(join(tmpdir(), "bench-synth-"));
  const lines = [
    `Synthesis of ${HOSTS} hosts, medians of ${rounds} in ms of the processor, goal: a fleet at most ${GOAL} times`,
    "",
    "| | library | load the package | synthesise | times the first |",
    "|---|---|---:|---:|---:|",
  ];
  try {
    for (const library of LIBRARIES) {
      let first = Number.NaN;
      for (const [form, code] of Object.entries(FORMS)) {
        const times: [number, number][] = [];
        for (let round = 0; round < rounds; round++) times.push(await synthesis(folder, library, code));
        const [load, synth] = [0, 1].map((part) => median(times.map((time) => time[part] ?? Number.NaN)));
        first = Number.isNaN(first) ? Number(synth) : first;
        const ratio = (Number(synth) / first).toFixed(2);
        lines.push(`| ${form} | ${library} | ${load?.toFixed(1)} | ${synth?.toFixed(0)} | ${ratio} |`);
      }
    }
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function synthesis(folder: string, library: string, declare: string): Promise<[number, number]> {
  const path = (module: string): string => JSON.stringify(resolve(module));
  const program = `
    const spent = (start) => { const { user, system } = process.cpuUsage(start); return (user + system) / 1000; };
    const { App, TerraformStack } = require(${path(`node_modules/${library}`)});
    const beforeLoading = process.cpuUsage();
    const m = require(${path(`dist/lib/${library}`)});
    m.Host; m.HostFleet; m.MonitoringProfile; m.ContactGroup; m.RblmonitorProvider;
    const loaded = spent(beforeLoading);
    const app = new App({ outdir: ${JSON.stringify(folder)}, stackTraces: false });
    const stack = new TerraformStack(app, "stack");
    const hosts = Array.from({ length: ${HOSTS} }, (_, i) => \`198.18.\${i >> 8}.\${i & 255}\`);
    const start = process.cpuUsage();
    new m.RblmonitorProvider(stack, "rblmonitor");
    const profile = new m.MonitoringProfile(stack, "profile", { name: "x", frequency: "1_hour" });
    const contactGroups = [new m.ContactGroup(stack, "group", { name: "x" })];
    const shared = { profile, contactGroups };
    ${declare}
    app.synth();
    console.log(JSON.stringify([loaded, spent(start)]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { cwd: folder });
  return JSON.parse(stdout);
}
