import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../build";
import { named } from "../named";
import { benchPlans } from "./plans";
import { type BenchPlugin, benchPlugins } from "./plugins";
import { withSection } from "./report";
import { benchStart } from "./start";

const file = "BENCHMARKS.md";

/**
 * Measures the start of the plugin, plans and applies, and prints tables in Markdown.
 *
 * - `--only start` or `--only plans` runs one part.
 * - `--hosts 1,100` sets the numbers of hosts to plan and apply.
 * - `--rounds 1` measures everything once.
 * - `--executable <path>` also measures a self-contained executable.
 * - `--write` writes the tables to BENCHMARKS.md.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      hosts: { type: "string", default: "1,100,1000" },
      rounds: { type: "string" },
      executable: { type: "string" },
      write: { type: "boolean", default: false },
    },
  });
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  const counts = values.hosts.split(",").map(Number);
  const parts = {
    start: (plugins: readonly BenchPlugin[]) => benchStart(rounds ?? 31, plugins),
    plans: (plugins: readonly BenchPlugin[]) => benchPlans(counts, rounds ?? 15, plugins),
  };
  const chosen = values.only === undefined ? parts : { [values.only]: named(parts, values.only) };

  await build("mirror");
  const plugins = await benchPlugins(values.executable);
  const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} processors`;
  process.stdout.write(`${machine}\n`);
  for (const [part, bench] of Object.entries(chosen)) {
    const lines = await bench(plugins);
    process.stdout.write(`\n${lines.join("\n")}\n`);
    if (!values.write) continue;
    await writeFile(file, withSection(await readFile(file, "utf8"), part, [`${machine}.`, "", ...lines]));
  }
}
