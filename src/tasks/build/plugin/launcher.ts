/** The modules in a script, by the script's name. */
type Files = ReadonlyMap<string, readonly string[]>;

/** JavaScript for the folder of the code caches for the Node that runs, below that of the scripts. */
const CACHES = `"v8-" + process.versions.v8 + "-" + process.arch + "/"`;

/** Nothing but Terraform's handshake may reach standard output, so it is taken away before any other code runs. */
const DIVERT = `Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });`;

/** JavaScript that loads modules, each once, from the scripts that they are in; `compile` makes a Script of one. */
function loader(first: string, files: Files): string {
  const places = Object.fromEntries([...files].flatMap(([file, names]) => names.map((name) => [name, file])));
  return `
const places = ${JSON.stringify(places)};
const wrappers = {};
const modules = {};
function load(name) {
  if (name in modules) return modules[name].exports;
  if (!(name in wrappers)) Object.assign(wrappers, compile(places[name]).runInThisContext());
  const module = (modules[name] = { exports: {} });
  wrappers[name](module.exports, need, module);
  return module.exports;
}
const need = (name) => (name.startsWith("./") ? load(name.slice(2)) : require(name));
load(${JSON.stringify(first)});
`;
}

/**
 * The executable: plain JavaScript, for any Node.
 *
 * It loads each script with its code cache if there is one for this Node (V8 itself refuses what does not fit), else
 * without. It never writes one: Terraform locks a package by its content.
 *
 * @param first the module that serves the plugin
 * @param files the scripts, which lie beside the executable; each evaluates to an object of CommonJS wrappers by name
 */
export function launcher(first: string, files: Files): string {
  return `#!/usr/bin/env node
"use strict";
${DIVERT}
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
const folder = __dirname + "/";
const caches = folder + ${CACHES};
function compile(file) {
  const source = readFileSync(folder + file, "latin1");
  let cachedData;
  try {
    cachedData = readFileSync(caches + file + ".cache");
  } catch {}
  return new Script(source, { filename: file, cachedData });
}
${loader(first, files).trim()}
`;
}

/** Which scripts a recording is for: V8 takes a code cache only with the flags with which it was written. */
export const RECORDINGS = ["loaded before flags are set", "loaded after flags are set"] as const;

/**
 * Does what the executable does, and writes code caches of what was loaded when its parent sends any message. The parent
 * gets a message when that is done. To be run with `node -e` and an IPC channel.
 *
 * @param recorded which scripts: where those before flags are set are recorded, none is set
 */
export function recordingLauncher(
  folder: string,
  first: string,
  files: Files,
  recorded: (typeof RECORDINGS)[number],
): string {
  const isLate = recorded === "loaded after flags are set";
  return `
"use strict";
${DIVERT}
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");
const v8 = require("node:v8");
const folder = ${JSON.stringify(`${folder}/`)};
const caches = folder + ${CACHES};
const { setFlagsFromString } = v8;
let isLate = false;
v8.setFlagsFromString = (flag) => {
  isLate = true;
  if (${isLate}) setFlagsFromString(flag);
};
const scripts = new Map();
function compile(file) {
  const script = new Script(readFileSync(folder + file, "latin1"), { filename: file });
  if (isLate === ${isLate}) scripts.set(file, script);
  return script;
}
process.once("message", () => {
  mkdirSync(caches, { recursive: true });
  for (const [file, script] of scripts) writeFileSync(caches + file + ".cache", script.createCachedData());
  process.send("recorded");
});
${loader(first, files).trim()}
`;
}
