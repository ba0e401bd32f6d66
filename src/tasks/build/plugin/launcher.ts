/** An ES module made by a bundler. */
export interface Chunk {
  /** The names of the chunks that it imports. */
  readonly imports: readonly string[];
  /** The names of the chunks that it imports late. */
  readonly late: readonly string[];
  readonly bytes: number;
}

/**
 * Groups the chunks into as few files as possible, since reading a file takes time. Each late import is one file with all
 * chunks it needs, except those that are always loaded before it. Smaller late imports come first: what one shares with a
 * larger one is loaded without that.
 *
 * @param chunks by name
 * @param first the chunk that starts
 * @returns the names of the chunks in each file, by the name of the chunk that the file is loaded for
 */
export function packChunks(
  chunks: ReadonlyMap<string, Chunk>,
  first: string,
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  const packed = new Set<string>();
  const entries = [first];
  for (const entry of entries) {
    if (packed.has(entry)) continue;
    const file: string[] = [];
    const late: string[] = [];
    const pack = (name: string): void => {
      const chunk = chunks.get(name);
      if (chunk === undefined || packed.has(name)) return;
      packed.add(name);
      file.push(name);
      chunk.imports.forEach(pack);
      late.push(...chunk.late);
    };
    pack(entry);
    entries.push(...late.sort((a, b) => bytesOf(chunks, a) - bytesOf(chunks, b)));
    files.set(entry, file);
  }
  return files;
}

/** The size of a chunk with all chunks it needs. */
function bytesOf(chunks: ReadonlyMap<string, Chunk>, name: string): number {
  return [...needed(chunks, name)].reduce((sum, one) => sum + (chunks.get(one)?.bytes ?? 0), 0);
}

/** A chunk and all chunks it needs. */
function needed(chunks: ReadonlyMap<string, Chunk>, name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const one of chunks.get(name)?.imports ?? []) needed(chunks, one, found);
  return found;
}

/** The modules in each script, by the script's name. */
export type Files = ReadonlyMap<string, readonly string[]>;

/** JavaScript for the folder of the code caches for the running Node, below the folder of the scripts. */
export const CACHES = `"v8-" + process.versions.v8 + "-" + process.arch + "/"`;

/** Only Terraform's handshake may reach standard output, so other code gets standard error instead. */
const DIVERT = `Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });`;

/** JavaScript that loads each module once, from its script; `compile` makes a Script of a file, and `load` loads a module. */
export function loader(first: string, files: Files): string {
  const places = Object.fromEntries([...files].flatMap(([file, names]) => names.map((name) => [name, file])));
  return `
const places = ${JSON.stringify(places)};
const wrappers = {};
const modules = {};
function load(name) {
  if (name in modules) return modules[name].exports;
  if (!(name in wrappers)) Object.assign(wrappers, compile(places[name]).runInThisContext());
  const module = (modules[name] = { exports: {} });
  wrappers[name](module.exports, need, module, process, __dirname);
  return module.exports;
}
const need = (name) => (name.startsWith("./") ? load(name.slice(2)) : require(name));
const first = () => load(${JSON.stringify(first)});
`;
}

/**
 * The executable: plain JavaScript, for any Node.
 *
 * It loads each script with its code cache if there is one for this Node; V8 rejects a cache that does not fit. It never
 * writes a cache: Terraform locks a package by its content.
 *
 * @param first the module that serves the plugin
 * @param files the scripts in the executable's folder; each evaluates to an object of CommonJS wrappers by name
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
first();
`;
}

/** The scripts that a recording covers: V8 accepts a code cache only with the flags of the process that wrote it. */
export const RECORDINGS = ["loaded before flags are set", "loaded after flags are set"] as const;

/**
 * Does what the executable does. When its parent sends any message, it writes code caches of the loaded scripts, and then
 * sends a message back. Run it with `node -e` and an IPC channel.
 *
 * @param recorded the scripts; recording those that are loaded before flags are set leaves the flags unset
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
first();
`;
}
