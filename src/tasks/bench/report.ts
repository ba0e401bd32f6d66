/** The median; NaN of no numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2;
}

/** The median of measurements, and in brackets the smallest and the largest. */
export function measured(numbers: readonly number[], digits: number): string {
  const [middle, min, max] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map((number) =>
    number.toFixed(digits),
  );
  return numbers.length === 1 ? `${middle}` : `${middle} (${min}–${max})`;
}

/** The ratio of the medians, and in brackets that of the smallest, on which a busy machine has less effect. */
export function times(numbers: readonly number[], others: readonly number[]): string {
  const middle = (median(numbers) / median(others)).toFixed(2);
  const min = (Math.min(...numbers) / Math.min(...others)).toFixed(2);
  return numbers.length === 1 ? middle : `${middle} (${min})`;
}

/** A row of a table in Markdown. */
export function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The text of BENCHMARKS.md with a new section of a part. @throws Error when it has no such section */
export function withSection(text: string, part: string, lines: readonly string[]): string {
  const section = new RegExp(`(?<=^## ${part}\n\n)[\\s\\S]*?(?=\n## |(?![\\s\\S]))`, "m");
  if (!section.test(text)) throw new Error(`BENCHMARKS.md has no section "${part}"`);
  return text.replace(section, () => `${lines.join("\n").trim()}\n`);
}
