import { readFile, writeFile } from "node:fs/promises";

const FILE = "BENCHMARKS.md";

const HEADING = `# Benchmarks

Made by \`npm run bench -- --write\`; \`--only <part>\` measures one part again and leaves the others as they were.
What is compared was run in turns, so that whatever else the machine did falls on all: look at the ratios, and at the
least of each.
`;

/** Keeps the tables of a part, in place of those that were kept of it before. */
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
