import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { benchPlans } from "./bench-plans";
import { benchReads } from "./bench-reads";
import { benchStart } from "./bench-start";
import { benchSynth } from "./bench-synth";
import { build } from "./build";

export { serve } from "./bench-service";

/** What is asked for: numbers of hosts, and how often each thing is measured, where not by default. */
interface Wanted {
  counts: readonly number[];
  reads: readonly number[];
  rounds?: number;
}

/** The parts, each returning lines of Markdown. */
const PARTS: Readonly<Record<string, (wanted: Wanted) => Promise<readonly string[]>>> = {
  start: ({ rounds = 31 }) => benchStart(rounds),
  plans: ({ counts, rounds }) => benchPlans(counts, rounds, __filename),
  reads: ({ reads }) => benchReads(reads, __filename),
  synth: ({ rounds = 5 }) => benchSynth(rounds),
};

/**
 * Measures how long the plugin takes to start, what plans and applies cost, what reading costs and what the constructs cost
 * in synthesis, and prints tables in Markdown. `--only start`, `plans`, `reads` or `synth` runs a part; `--hosts 1,100` plans and applies, and `--reads 1000`
 * reads, other numbers of hosts; `--rounds 1` measures each thing once.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      hosts: { type: "string", default: "1,100,1000" },
      reads: { type: "string", default: "1000,10000" },
      rounds: { type: "string" },
    },
  });
  const wanted: Wanted = {
    counts: values.hosts.split(",").map(Number),
    reads: values.reads.split(",").map(Number),
    ...(values.rounds !== undefined && { rounds: Number(values.rounds) }),
  };
  const parts = values.only === undefined ? Object.keys(PARTS) : [values.only];
  for (const part of parts) {
    if (PARTS[part] === undefined) throw new Error(`--only is one of ${Object.keys(PARTS).join(", ")}`);
  }

  await build("plugin");
  process.stdout.write(
    `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} processors\n`,
  );
  for (const part of parts) {
    const lines = (await PARTS[part]?.(wanted)) ?? [];
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }
}
