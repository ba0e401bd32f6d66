import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "../../emulator/emulator";
import { bundledPackages, LICENCES, licencesOfBundle } from "../licences";
import { writeScripts } from "./plugin/bundle";
import { CACHES, type Files, loader } from "./plugin/launcher";

/** Calls whose functions are in the code caches, each with an account of the emulator. */
const WORK: readonly (readonly string[])[] = [
  ["--help"],
  ["listings", "--help"],
  ["limits"],
  ["listings"],
  ["certificates"],
  ["contacts", "list"],
  ["report"],
  ["complete", "--", "check", ""],
];

/** How src/terraform imports the code that serves a plugin. */
const SERVING = "./serving";

/**
 * Makes the command `rblmonitor`: a launcher, a script for what every command needs, one for each late import, and V8's code
 * caches of them for the running Node, since compiling takes longer than most commands. Another Node ignores the caches.
 */
export async function buildCommandLine(folder: string): Promise<void> {
  const { first, files } = await writeScripts("src/cli/main.ts", folder, {}, [SERVING]);
  const executable = join(folder, "rblmonitor");
  await writeFile(executable, launcher(first, files));
  await chmod(executable, 0o755);
  await writeFile(join(folder, LICENCES), await licencesOfBundle(await bundledPackages("commandLine")));
  // A "type" in a package.json further up would change how Node reads the script.
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
  await recordCodeCaches(folder, recorder(folder, first, files));
}

function launcher(first: string, files: Files): string {
  return `#!/usr/bin/env node
"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
const folder = __dirname + "/";
const caches = folder + ${CACHES};
function compile(file) {
  let cachedData;
  try {
    cachedData = readFileSync(caches + file + ".cache");
  } catch {}
  return new Script(readFileSync(folder + file, "latin1"), { filename: folder + file, cachedData });
}
${loader(first, files).trim()}
module.exports = first();
`;
}

/** Runs the command in one process, with a `process` of its own each time, and writes what V8 has compiled. */
function recorder(folder: string, start: string, files: Files): string {
  return `
"use strict";
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { EventEmitter } = require("node:events");
const { Script } = require("node:vm");
// V8 accepts a code cache only with the flags of the process that wrote it.
require("node:v8").setFlagsFromString = () => undefined;
const folder = ${JSON.stringify(`${folder}/`)};
const caches = folder + ${CACHES};
const scripts = new Map();
function compile(file) {
  if (!scripts.has(file)) scripts.set(file, new Script(readFileSync(folder + file, "latin1"), { filename: folder + file }));
  return scripts.get(file);
}
function command(process, require, __dirname) {
${loader(start, files)}
  return first();
}
(async () => {
  for (const args of ${JSON.stringify(WORK)}) {
    const silent = Object.assign(new EventEmitter(), { write: () => true });
    const own = Object.create(process, Object.getOwnPropertyDescriptors({
      argv: ["node", "rblmonitor", ...args], execArgv: [], stdout: silent, exitCode: undefined,
    }));
    const required = (id) => (/^(node:)?process$/.test(id) ? own : require(id));
    await command(own, required, folder).ended;
    if (own.exitCode) throw new Error(args.join(" ") + " ended with " + own.exitCode);
  }
  mkdirSync(caches, { recursive: true });
  for (const [file, script] of scripts) writeFileSync(caches + file + ".cache", script.createCachedData());
  process.exit();
})();
`;
}

async function recordCodeCaches(folder: string, script: string): Promise<void> {
  const service = await startEmulator({ demo: true, limits: "off" });
  try {
    // Predictable: the same script gives the same code cache. A Node without this flag accepts it, too.
    const recording = spawn(process.execPath, ["--predictable", "-e", script], {
      stdio: ["ignore", "inherit", "inherit"],
      env: {
        ...{ PATH: process.env.PATH, XDG_CACHE_HOME: join(folder, ".cache") },
        RBLMONITOR_BASE_URL: service.url,
        RBLMONITOR_ACCOUNT_SID: service.accountSid,
        RBLMONITOR_AUTH_TOKEN: service.authToken,
      },
    });
    const [code] = await once(recording, "close");
    if (code !== 0) throw new Error("The code caches of the command line were not recorded: see above.");
  } finally {
    await service.close();
    await rm(join(folder, ".cache"), { recursive: true, force: true });
  }
}
