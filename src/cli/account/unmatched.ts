import { capitalized } from "../../provider/text";
import { possible } from "../output/suggestion";
import { type ProcessContext, printable } from "../output/terminal";

/** A sentence for each requested name that no object has, with the closest matches. */
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
  return asked
    .filter((word) => !all.has(word))
    .map(
      (word) =>
        `No ${subject} ${verb} ${printable(JSON.stringify(word))}.${possible(word, capitalized(plural), all)}`,
    );
}

/** @throws Error for unmatched names: a gate must not pass because of a misspelling */
export function assertMatched(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** Prints unmatched names on standard error. */
export function noteUnmatched({ stderr }: Pick<ProcessContext, "stderr">, problems: readonly string[]): void {
  for (const problem of problems) stderr.write(`rblmonitor: ${problem}\n`);
}
