import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "../build";
import { inTemporaryFolder } from "../files";
import { median, row } from "./report";

const HOSTS = 5000;
/** The most that a fleet may take, as a multiple of the same hosts without a fleet. */
const GOAL = 1.3;

const LIBRARIES = ["cdktf", "cdktn"];

/** The code of an application that declares the hosts. */
const FORMS = {
  "`Host` for each":
    "for (const host of hosts) new m.Host(stack, 'h-' + host, { host, name: host, ...shared });",
  "`HostFleet` for all": 'new m.HostFleet(stack, "fleet", { hosts, ...shared });',
};

/**
 * Measures loading the package and synthesising hosts, alone and as a fleet. It measures processor time, on which other work
 * of the machine has less effect.
 */
export async function benchSynth(rounds: number): Promise<readonly string[]> {
  await build("lib");
  const lines = [
    `Synthesis of ${HOSTS} hosts, medians of ${rounds} in ms of the processor, goal: a fleet at most ${GOAL} times`,
    "",
    "| | library | load the package | synthesise | times the first |",
    "|---|---|---:|---:|---:|",
  ];
  for (const library of LIBRARIES) {
    let first: number | undefined;
    for (const [form, code] of Object.entries(FORMS)) {
      const times: (readonly [load: number, synthesis: number])[] = [];
      for (let round = 0; round < rounds; round++) {
        times.push(await inTemporaryFolder((folder) => synthesis(folder, library, code)));
      }
      const [load, synth] = [median(times.map(([load]) => load)), median(times.map(([, synth]) => synth))];
      first ??= synth;
      lines.push(row(form, library, load.toFixed(1), synth.toFixed(0), (synth / first).toFixed(2)));
    }
  }
  return lines;
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
