import { possible } from "../output/suggestion";
import type { Surroundings } from "../output/terminal";
import { printable } from "../output/terminal";

/** A word of a selection that nothing has, in a sentence with the words that are most like it. */
export function unmatched(
  asked: readonly string[],
  known: Iterable<string>,
  {
    subject,
    noun,
    plural = `${noun}s`,
  }: { readonly subject: string; readonly noun: string; readonly plural?: string },
): string[] {
  const all = new Set(known);
  const verb = noun === "name" ? "is named" : `has the ${noun}`;
  const what = plural.slice(0, 1).toUpperCase() + plural.slice(1);
  return asked
    .filter((word) => !all.has(word))
    .map((word) => `No ${subject} ${verb} ${printable(JSON.stringify(word))}.${possible(word, what, all)}`);
}

/** @throws Error for words that nothing has: a gate must not pass because a word is misspelt */
export function assertMatched(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Notes such words on standard error. */
export function noteUnmatched({ stderr }: Pick<Surroundings, "stderr">, problems: readonly string[]): void {
  for (const problem of problems) stderr.write(`rblmonitor: ${problem}\n`);
}
