import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { transform } from "@swc/core";
import { inTemporaryFolder } from "../../cli/project/folders";
import { providerSchemaJson } from "../../provider/schema-json";
import { build } from "../build";
import { plainConstructs } from "../generate/constructs";
import type { ProviderSchemas } from "../terraform/json";
import { measured, row, times } from "./report";

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

/** How an application loads the library and the package. */
const LOADS = {
  CommonJS: (library: string) =>
    [`node_modules/${library}`, `dist/lib/${library}`].map(
      (module) => `require(${JSON.stringify(resolve(module))})`,
    ),
  "ES module": (library: string) =>
    [`node_modules/${library}/lib/index.js`, `dist/lib/${library}/index.mjs`].map(
      (module) => `(await import(${JSON.stringify(pathToFileURL(module).href)}))`,
    ),
};

/**
 * Measures loading the package and synthesising hosts: with the generator's own constructs, with those of the package, and
 * as a fleet. It measures processor time, on which other work of the machine has less effect, and what it compares takes
 * turns. A busy machine is slower in all: compare loading the package with loading the library.
 * @param size a part of the hosts
 */
export async function benchSynth(rounds: number, size: number): Promise<readonly string[]> {
  await build("lib");
  const count = Math.ceil(HOSTS * size);
  return inTemporaryFolder(async (folder) => {
    const loads: string[] = [];
    const forms: string[] = [];
    for (const library of LIBRARIES) {
      const plain = await writePlain(join(folder, library), library);
      const loaded = new Map<string, (readonly number[])[]>();
      const made = new Map<string, number[]>();
      for (let round = 0; round < rounds; round++) {
        for (const [form, load] of Object.entries(LOADS))
          loaded.set(form, [...(loaded.get(form) ?? []), await loading(load(library))]);
        for (const [form, code] of Object.entries(FORMS)) {
          const time = await inTemporaryFolder((out) => synthesis(out, library, plain, code, count));
          made.set(form, [...(made.get(form) ?? []), time]);
        }
      }
      for (const [form, all] of loaded) {
        const part = (number: number): number[] => all.map((one) => one[number] ?? Number.NaN);
        const [libraries, packages] = [part(0), part(1)];
        const figures = [measured(libraries, 1), measured(packages, 1), times(packages, libraries)];
        loads.push(row(form, library, ...figures, measured(part(2), 1)));
      }
      const [first = []] = made.values();
      for (const [form, all] of made) forms.push(row(form, library, measured(all, 0), times(all, first)));
    }
    return [
      `Medians of ${rounds} in ms of the processor, in brackets the least and the most; of ratios, that of the least. Goals: loading the package takes ${GOALS.load} ms more than the library alone, \`Host\` at most ${GOALS.host} times the generator's, a fleet ${GOALS.fleet} times.`,
      "",
      "| load as | library | load the library | load the package | times the library | load it and use `Host` |",
      "|---|---|---:|---:|---:|---:|",
      ...loads,
      "",
      `Synthesis of ${count} hosts:`,
      "",
      "| | library | synthesise | times the first |",
      "|---|---|---:|---:|",
      ...forms,
    ];
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

const SPENT =
  "const spent = (start) => { const { user, system } = process.cpuUsage(start); return (user + system) / 1000; };";

/** The processor time of a program's measurements, in milliseconds. */
async function measure(program: string, folder: string, ...options: readonly string[]): Promise<number[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...options, "-e", program], {
    cwd: folder,
  });
  return JSON.parse(stdout);
}

/** Measures an application that loads the library, then the package, and then uses its first construct. */
async function loading([library, constructs]: readonly string[]): Promise<readonly number[]> {
  const program = `
    import { createRequire } from "node:module";
    const require = createRequire("/");
    ${SPENT}
    const start = process.cpuUsage();
    const { App, TerraformStack } = ${library};
    const alone = spent(start);
    // V8 compiles in other threads for a while.
    await new Promise((settled) => setTimeout(settled, 300));
    const then = process.cpuUsage();
    const m = ${constructs};
    const load = spent(then);
    m.Host.tfResourceType;
    console.log(JSON.stringify([alone, load, spent(then)]));`;
  return measure(program, ".", "--input-type=module");
}

async function synthesis(
  folder: string,
  library: string,
  plain: string,
  declare: string,
  count: number,
): Promise<number> {
  const path = (module: string): string => JSON.stringify(resolve(module));
  const program = `
    ${SPENT}
    const { App, TerraformStack } = require(${path(`node_modules/${library}`)});
    const m = require(${path(`dist/lib/${library}`)});
    const plain = require(${path(plain)});
    const app = new App({ outdir: ${JSON.stringify(folder)}, stackTraces: false });
    const stack = new TerraformStack(app, "stack");
    const hosts = Array.from({ length: ${count} }, (_, i) => \`198.18.\${i >> 8}.\${i & 255}\`);
    const start = process.cpuUsage();
    new m.RblmonitorProvider(stack, "rblmonitor");
    ${declare}
    app.synth();
    console.log(JSON.stringify([spent(start)]));`;
  const [time = Number.NaN] = await measure(program, folder);
  return time;
}
