import { join } from "node:path";
import v8 from "node:v8";
import type { Script } from "node:vm";
import { forThisNode, isPrivate, readCache, userCaches, writeCaches } from "../../../cli/code-caches";
import { assertNode, compiled, loadFirst } from "./load";

/** The program's name, with a hash of its scripts. The build defines it. */
declare const PROGRAM: string;

assertNode();

// Only Terraform's handshake may reach standard output, so other code gets standard error instead.
Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });

// The plugin uses the code caches in its own folder, or else the user's. It writes none, except for those who record them.
const users = userCaches(PROGRAM);
const recording = process.env.RBLMONITOR_RECORD_CODE_CACHES;
const own = join(__dirname, forThisNode);
if (recording) record(recording);
const cacheOf = (script: string) => readCache(own, script, () => true) ?? readCache(users, script, isPrivate);
loadFirst(recording ? () => undefined : cacheOf);

/** Writes the code caches of the scripts that this process loads when it ends. */
function record(folder: string): void {
  const { setFlagsFromString } = v8;
  const flags: string[] = [];
  let early = new Map<string, Script>();
  v8.setFlagsFromString = (flag) => {
    if (flags.length === 0) early = new Map(compiled);
    flags.push(flag);
    setFlagsFromString(flag);
  };
  process.on("exit", () => {
    // V8 accepts a code cache only with the flags of the process that wrote it.
    writeCaches(folder, new Map([...compiled].filter(([script]) => !early.has(script))));
    for (const flag of flags) setFlagsFromString(flag.replace("--no-", "--"));
    writeCaches(folder, early);
  });
}
