import { availableParallelism } from "node:os";
import { paintFor } from "../../cli/output/terminal";
import { build } from "../build";
import { biomeProgram } from "../format";
import { outdatedFiles } from "../generate";
import { named } from "../named";
import { runProgram } from "../programs";
import { crossings } from "./layers";
import { deadLinks } from "./links";
import { packageProblems } from "./package";
import { avoidedWords } from "./words";

/** Returns what to fix, or nothing. */
type Check = () => Promise<string>;

const checks: Readonly<Record<string, Check>> = {
  "format and lint": node(biomeProgram, "check", "--error-on-warnings"),
  types: async () => {
    // The build checks the constructs; the examples see them as their users do.
    await build("lib", "webhooks");
    return node("node_modules/typescript/bin/tsc")();
  },
  "unused code": node("node_modules/knip/bin/knip.js"),
  "generated code": outdatedFiles,
  layers: crossings,
  links: deadLinks,
  words: avoidedWords,
  package: packageProblems,
};

const paint = paintFor(process.stdout, process.env);

/**
 * Runs the named checks, by default all, in parallel. For each it prints whether it passed, how long it took, and what is
 * wrong. A failure becomes the exit code of the process.
 *
 * @throws Error for an unknown name
 */
export async function run(names: readonly string[]): Promise<void> {
  const wanted = names.length === 0 ? Object.keys(checks) : names;
  const waiting = wanted.map((name) => [name, named(checks, name)] as const);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await report(...next);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
}

async function report(name: string, check: Check): Promise<void> {
  const start = performance.now();
  const problems = await check().catch((error: unknown) => String(error));
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const mark = problems === "" ? paint("green", "passed") : paint("red", "FAILED");
  process.stdout.write(`${mark}  ${name.padEnd(18)}${seconds.padStart(6)}\n`);
  if (problems === "") return;
  process.stdout.write(`${problems.trimEnd()}\n\n`);
  process.exitCode = 1;
}

/** A check that runs a program. If the program fails, its output says what to fix. */
function node(...args: string[]): Check {
  return async () => {
    const { code, stdout, stderr } = await runProgram(process.execPath, args);
    return code === 0 ? "" : stdout + stderr || `ended with ${code}`;
  };
}
