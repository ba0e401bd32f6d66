import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

import { build } from "../build";
import { outdatedFiles } from "../generate/generated-files";
import { paint } from "../paint";
import { crossings } from "./walls";

/** What one check found: nothing, or what to mend. */
type Check = () => Promise<string>;

const CHECKS: Readonly<Record<string, Check>> = {
  "format and lint": node("node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"),
  types: async () => {
    // The constructs are checked as they are built; the examples see them as their users do.
    await build("lib", "webhooks");
    return node("node_modules/typescript/bin/tsc")();
  },
  "unused code": node("node_modules/knip/bin/knip.js"),
  "generated code": outdatedFiles,
  walls: crossings,
};

/** Runs all checks side by side, and tells of each whether it passed, how long it took, and what is wrong. */
export async function run(): Promise<void> {
  const waiting = Object.entries(CHECKS);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await report(...next);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
}

async function report(name: string, check: Check): Promise<void> {
  const start = performance.now();
  const found = await check().catch((error: unknown) => String(error));
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const mark = found === "" ? paint("green", "passed") : paint("red", "FAILED");
  process.stdout.write(`${mark}  ${name.padEnd(18)}${seconds.padStart(6)}\n`);
  if (found === "") return;
  process.stdout.write(`${found.trimEnd()}\n\n`);
  process.exitCode = 1;
}

/** A check that is a program: what it prints counts if it fails. */
function node(...args: string[]): Check {
  return async () => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    const [code] = await once(child, "close");
    return code === 0 ? "" : output || `ended with ${code}`;
  };
}
