import { join } from "node:path";
import { forThisNode, readCache, readUserCache, userCaches } from "../../../cli/code-caches";
import { loadFirst } from "./load";
import { record } from "./record";

/** The program's name, with a hash of its scripts. The build defines it. */
declare const PROGRAM: string;

// Only Terraform's handshake may reach standard output, so other code gets standard error instead.
Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });

// The plugin uses the code caches in its own folder, or else the user's. It writes none, except for those who record them.
const users = userCaches(PROGRAM);
const recording = process.env.RBLMONITOR_RECORD_CODE_CACHES;
const own = join(__dirname, forThisNode);
if (recording) record(recording);
loadFirst((script) => (recording ? undefined : (readCache(own, script) ?? readUserCache(users, script))));
