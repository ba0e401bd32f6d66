/** JavaScript for the file name of a script's code cache for the Node that runs. */
const cacheName = (script: string): string =>
  `"${script}-v8-" + process.versions.v8 + "-" + process.arch + ".cache"`;

/** Nothing but Terraform's handshake may reach standard output, so it is taken away before any other code runs. */
const DIVERT = `Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });`;

/**
 * The executable: plain JavaScript, for any Node.
 *
 * It loads the script with the code cache if there is one for this Node (V8 itself refuses what does not fit), else
 * without. It never writes one: Terraform locks a package by its content.
 *
 * @param script the script's name without extension; it lies beside the executable, and evaluates to a CommonJS wrapper
 */
export function launcher(script: string): string {
  return `#!/usr/bin/env node
"use strict";
${DIVERT}
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
const file = __dirname + "/${script}.js";
let cachedData;
try {
  cachedData = readFileSync(__dirname + "/" + ${cacheName(script)});
} catch {}
const load = new Script(readFileSync(file, "latin1"), { filename: file, cachedData }).runInThisContext();
load(exports, require, module, file, __dirname);
`;
}

/**
 * Does what the executable does, and writes the code cache when its parent sends any message. The parent gets a message
 * when that is done. To be run with `node -e` and an IPC channel.
 */
export function recordingLauncher(folder: string, script: string): string {
  return `
"use strict";
${DIVERT}
const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");
const folder = ${JSON.stringify(folder)};
const file = folder + "/${script}.js";
// A code cache holds the name, and is to be the same wherever it is made.
const script = new Script(readFileSync(file, "latin1"), { filename: "${script}.js" });
process.once("message", () => {
  writeFileSync(folder + "/" + ${cacheName(script)}, script.createCachedData());
  process.send("recorded");
});
script.runInThisContext()(exports, require, module, file, folder);
`;
}
