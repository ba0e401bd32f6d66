import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../build";
import { benchHashing } from "./hashing";
import { keepBenchmarks } from "./kept";
import { benchPlans } from "./plans";
import { type BenchPlugin, benchPlugins } from "./plugins";
import { benchReads } from "./reads";
import { benchStart } from "./start";
import { benchSynth } from "./synth";

export { serve } from "./service";

/** What is asked for: numbers of hosts, and how often each thing is measured, where not by default. */
interface Wanted {
  readonly counts: readonly number[];
  readonly reads: readonly number[];
  readonly rounds?: number;
  readonly plugins: readonly BenchPlugin[];
}

/** Hosts of which Terraform itself needs most of an hour to apply as many of its own. */
const LARGE = 10_000;

/** The parts, each returning lines of Markdown. */
const PARTS: Readonly<Record<string, (wanted: Wanted) => Promise<readonly string[]>>> = {
  start: ({ rounds = 31, plugins }) => benchStart(rounds, plugins),
  plans: ({ counts, rounds = 15, plugins }) =>
    benchPlans({ counts, rounds, destroys: true }, plugins, __filename),
  hashing: ({ rounds = 15, plugins }) => benchHashing(rounds, plugins, __filename),
  reads: ({ reads, rounds }) => benchReads(reads, rounds, __filename),
  synth: ({ rounds = 15 }) => benchSynth(rounds),
  large: ({ rounds = 1, plugins }) =>
    benchPlans({ counts: [LARGE], rounds, destroys: false }, plugins, __filename),
};

/** What is measured unless one is asked for: what does not take many minutes. */
const USUAL = ["start", "plans", "reads", "synth"];

/**
 * Measures how long the plugin takes to start, what plans and applies cost, what reading costs and what the constructs
 * cost in synthesis, and prints tables in Markdown. `--only start`, `plans`, `reads` or `synth` runs a part; besides
 * these there are `hashing`, what Terraform's hashing of the installed plugin costs a small plan, and `large`, which plans and
 * applies 10,000 hosts and takes more than an hour. `--hosts 1,100` plans and applies, and `--reads 1000`
 * reads, other numbers of hosts; `--rounds 1` measures each thing once; `--executable <path>` measures a self-contained
 * executable beside the plugin on Node; `--write` keeps the tables in BENCHMARKS.md.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      hosts: { type: "string", default: "1,100,1000" },
      reads: { type: "string", default: "1000,10000" },
      rounds: { type: "string" },
      executable: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const parts = values.only === undefined ? USUAL : [values.only];
  for (const part of parts) {
    if (!Object.hasOwn(PARTS, part)) throw new Error(`--only is one of ${Object.keys(PARTS).join(", ")}`);
  }

  await build("plugin", "mirror");
  const wanted: Wanted = {
    counts: values.hosts.split(",").map(Number),
    reads: values.reads.split(",").map(Number),
    plugins: await benchPlugins(values.executable),
    ...(values.rounds !== undefined && { rounds: Number(values.rounds) }),
  };
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} processors`;
  process.stdout.write(`${machine}\n`);
  for (const part of parts) {
    const lines = (await PARTS[part]?.(wanted)) ?? [];
    process.stdout.write(`\n${lines.join("\n")}\n`);
    if (values.write) await keepBenchmarks(part, [`${machine}.`, "", ...lines]);
  }
}
