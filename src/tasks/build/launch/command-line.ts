import { isPrivate, readCache, userCaches, writeCaches } from "../../../cli/code-caches";
import { assertNode, compiled, loadFirst } from "./load";

/** The program's name, with a hash of its scripts. The build defines it. */
declare const PROGRAM: string;

assertNode();

/** The command `rblmonitor`: it uses the user's code caches, and writes those that are missing when it ends. */
const caches = userCaches(PROGRAM);

process.on("exit", () => {
  if (caches !== undefined && compiled.size > 0) writeCaches(caches, compiled);
});
module.exports = loadFirst((script) => readCache(caches, script, isPrivate));
