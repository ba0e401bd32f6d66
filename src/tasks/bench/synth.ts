import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transform } from "@swc/core";
import { providerSchemaJson } from "../../provider/schema-json";
import { build } from "../build";
import { inTemporaryFolder } from "../files";
import { plainConstructs } from "../generate/constructs";
import type { ProviderSchemas } from "../terraform/json";
import { median, row } from "./report";

const HOSTS = 5000;
/** The most that each form may take, as a multiple of what the generator's own code takes. */
const GOALS = { host: 1.05, fleet: 1.3, load: 5 };

const LIBRARIES = ["cdktf", "cdktn"];

const PLAIN = ["host", "monitoring-profile", "contact-group", "provider"];

/** The code of an application that declares the hosts; `plain` has the generator's own constructs, `m` the package's. */
const FORMS = {
  "the generator's `Host` given `.id`": `
    const profile = new plain.MonitoringProfile(stack, "profile", { name: "x", frequency: "1_hour" });
    const group = new plain.ContactGroup(stack, "group", { name: "x" });
    const shared = { profile: profile.id, contactGroups: [group.id] };
    for (const host of hosts) new plain.Host(stack, "h-" + host, { host, name: host, ...shared });`,
  "`Host` for each, given constructs": `
    const profile = new m.MonitoringProfile(stack, "profile", { name: "x", frequency: "1_hour" });
    const contactGroups = [new m.ContactGroup(stack, "group", { name: "x" })];
    for (const host of hosts) new m.Host(stack, "h-" + host, { host, name: host, profile, contactGroups });`,
  "`HostFleet` for all": `
    const profile = new m.MonitoringProfile(stack, "profile", { name: "x", frequency: "1_hour" });
    const contactGroups = [new m.ContactGroup(stack, "group", { name: "x" })];
    new m.HostFleet(stack, "fleet", { hosts, profile, contactGroups });`,
};

/**
 * Measures loading the package and synthesising hosts: with the generator's own constructs, with those of the package, and
 * as a fleet. It measures processor time, on which other work of the machine has less effect.
 */
export async function benchSynth(rounds: number): Promise<readonly string[]> {
  await build("lib");
  return inTemporaryFolder(async (folder) => {
    const lines = [
      `Synthesis of ${HOSTS} hosts, medians of ${rounds} in ms of the processor. Goals: \`Host\` at most ${GOALS.host} times the generator's, a fleet ${GOALS.fleet} times, loading ${GOALS.load} ms`,
      "",
      "| | library | load the package | synthesise | times the first |",
      "|---|---|---:|---:|---:|",
    ];
    for (const library of LIBRARIES) {
      const plain = await writePlain(join(folder, library), library);
      let first: number | undefined;
      for (const [form, code] of Object.entries(FORMS)) {
        const times: (readonly [load: number, synthesis: number])[] = [];
        for (let round = 0; round < rounds; round++) {
          times.push(await inTemporaryFolder((out) => synthesis(out, library, plain, code)));
        }
        const [load, synth] = [median(times.map(([load]) => load)), median(times.map(([, synth]) => synth))];
        first ??= synth;
        lines.push(row(form, library, load.toFixed(1), synth.toFixed(0), (synth / first).toFixed(2)));
      }
    }
    return lines;
  });
}

/** Writes the generator's own constructs as JavaScript for a library. Returns the module that exports them. */
async function writePlain(folder: string, library: string): Promise<string> {
  const code = await plainConstructs(providerSchemaJson() as ProviderSchemas);
  await mkdir(folder, { recursive: true });
  for (const name of PLAIN) {
    const { code: script } = await transform(code.get(name) ?? "", {
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "commonjs", noInterop: true },
    });
    const paths = script
      .replaceAll('require("cdktf")', `require(${JSON.stringify(resolve(`node_modules/${library}`))})`)
      .replaceAll('require("constructs")', `require(${JSON.stringify(resolve("node_modules/constructs"))})`);
    await writeFile(join(folder, `${name}.js`), paths);
  }
  const all = PLAIN.map((name) => `...require("./${name}.js")`).join(", ");
  await writeFile(join(folder, "index.js"), `module.exports = { ${all} };`);
  return join(folder, "index.js");
}

async function synthesis(
  folder: string,
  library: string,
  plain: string,
  declare: string,
): Promise<[number, number]> {
  const path = (module: string): string => JSON.stringify(resolve(module));
  const program = `
    const spent = (start) => { const { user, system } = process.cpuUsage(start); return (user + system) / 1000; };
    const { App, TerraformStack } = require(${path(`node_modules/${library}`)});
    const beforeLoading = process.cpuUsage();
    const m = require(${path(`dist/lib/${library}`)});
    const loaded = spent(beforeLoading);
    const plain = require(${path(plain)});
    const app = new App({ outdir: ${JSON.stringify(folder)}, stackTraces: false });
    const stack = new TerraformStack(app, "stack");
    const hosts = Array.from({ length: ${HOSTS} }, (_, i) => \`198.18.\${i >> 8}.\${i & 255}\`);
    const start = process.cpuUsage();
    new m.RblmonitorProvider(stack, "rblmonitor");
    ${declare}
    app.synth();
    console.log(JSON.stringify([loaded, spent(start)]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { cwd: folder });
  return JSON.parse(stdout);
}
