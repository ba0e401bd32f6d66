import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";

/** The median; NaN of no numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** The median of measurements, and in brackets the least and the most. */
export function measured(numbers: readonly number[], digits: number): string {
  const [middle, least, most] = [median(numbers), Math.min(...numbers), Math.max(...numbers)];
  const texts = [middle, least, most].map((number) => number.toFixed(digits));
  return numbers.length === 1 ? `${texts[0]}` : `${texts[0]} (${texts[1]}–${texts[2]})`;
}

/** The ratio of the medians, and in brackets that of the least, on which a busy machine has less effect. */
export function times(numbers: readonly number[], others: readonly number[]): string {
  const ratios = [median(numbers) / median(others), Math.min(...numbers) / Math.min(...others)];
  const [middle, least] = ratios.map((ratio) => ratio.toFixed(2));
  return numbers.length === 1 ? `${middle}` : `${middle} (${least})`;
}

/** A row of a table in Markdown. */
export function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** A sentence about other work on the machine. */
export function loadNote(): string {
  return `Load of the machine at the end, by \`uptime\`: ${loadavg()[1]?.toFixed(0)} on ${cpus().length} processors. Above that number, other work makes everything but CPU times longer.`;
}

const FILE = "BENCHMARKS.md";

const HEADING = `# Benchmarks

Made by \`npm run bench -- --write\`; \`--only <part>\` measures one part again and leaves the others as they were.
Compared programs ran in turns, so that other work of the machine affects all of them. Look at the ratios, and at the
least of each.
`;

/** Writes the tables of a part to BENCHMARKS.md, replacing earlier ones. */
export async function keepBenchmarks(part: string, lines: readonly string[]): Promise<void> {
  const text = await readFile(FILE, "utf8").catch(() => "");
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0] ?? "", section.slice(section.indexOf("\n")).trim()]),
  );
  sections.set(part, lines.join("\n").trim());
  const kept = [...sections].sort(([a], [b]) => (a < b ? -1 : 1));
  await writeFile(FILE, `${HEADING}\n${kept.map(([name, body]) => `## ${name}\n\n${body}\n`).join("\n")}`);
}
