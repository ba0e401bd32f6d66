import v8 from "node:v8";
import type { Script } from "node:vm";
import { writeCaches } from "../../../cli/code-caches";
import { compiled } from "./load";

/** Writes the code caches of the scripts that this process loads when it ends. */
export function record(folder: string): void {
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
