import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../build";
import { benchBridge } from "./bridge";
import { benchHashing } from "./hashing";
import { benchPlans } from "./plans";
import { type BenchPlugin, benchPlugins } from "./plugins";
import { benchReads } from "./reads";
import { keepBenchmarks } from "./report";
import { benchScan } from "./scan";
import { benchStart } from "./start";
import { benchSynth } from "./synth";

export { serve } from "./service";

/** The numbers of hosts, the number of rounds unless it is the default, the seconds under load, and the plugins. */
interface Wanted {
  readonly counts: readonly number[];
  readonly reads: readonly number[];
  readonly rounds?: number;
  readonly seconds: number;
  /** The part of the hosts to synthesise, and of the files to scan. */
  readonly size: number;
  readonly plugins: readonly BenchPlugin[];
}

/** Terraform needs most of an hour to apply as many of its own resources. */
const LARGE = 10_000;

/** The parts. Each returns lines of Markdown. */
const PARTS: Readonly<Record<string, (wanted: Wanted) => Promise<readonly string[]>>> = {
  start: ({ rounds = 31, plugins }) => benchStart(rounds, plugins),
  plans: ({ counts, rounds = 15, plugins }) => benchPlans({ counts, rounds, destroys: true }, plugins),
  hashing: ({ rounds = 15, plugins }) => benchHashing(rounds, plugins),
  reads: ({ reads, rounds }) => benchReads(reads, rounds),
  synth: ({ rounds = 15, size }) => benchSynth(rounds, size),
  scan: ({ rounds = 5, size }) => benchScan(rounds, size),
  bridge: ({ seconds }) => benchBridge(seconds),
  large: ({ rounds = 1, plugins }) => benchPlans({ counts: [LARGE], rounds, destroys: false }, plugins),
};

/** The parts to measure by default: those that do not take many minutes. */
const USUAL = ["start", "plans", "reads", "synth", "scan"];

/**
 * Measures the start of the plugin, plans and applies, reading, the synthesis of constructs, and the scan of programs, and
 * prints tables in Markdown.
 *
 * - `--only <part>` runs one part. `hashing`, `bridge` and `large` run only on request: `hashing` measures Terraform's
 *   hashing of the installed plugin, `bridge` loads the bridge for `--seconds`, 30 by default, and `large` plans and applies
 *   10,000 hosts, which takes more than an hour.
 * - `--hosts 1,100` sets the numbers of hosts to plan and apply, `--reads 1000` those to read.
 * - `--rounds 1` measures everything once, `--size 0.01` synthesises and scans a hundredth.
 * - `--executable <path>` also measures a self-contained executable.
 * - `--write` writes the tables to BENCHMARKS.md.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      hosts: { type: "string", default: "1,100,1000" },
      reads: { type: "string", default: "1000,10000" },
      rounds: { type: "string" },
      seconds: { type: "string", default: "30" },
      size: { type: "string", default: "1" },
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
    seconds: Number(values.seconds),
    size: Number(values.size),
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
