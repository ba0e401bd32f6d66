import { abbreviated, capitalized } from "../../provider/text";
import { printable } from "./terminal";

/** The number of names in one suggestion. */
const maxSuggested = 3;

/** ` Did you mean mx1 or mx2?`, with the names that are most like a misspelt one; empty if none is. */
export function didYouMean(wrong: string, names: Iterable<string>): string {
  const formOf = (name: string) => name.normalize().toLowerCase();
  const word = formOf(wrong);
  const max = Math.max(1, Math.floor(word.length * 0.4));
  const close = [...new Set(names)]
    .map((name) => ({ name, distance: distanceOf(word, formOf(name), max) }))
    .filter(({ distance }) => distance <= max)
    .sort((a, b) => a.distance - b.distance);
  const best = close.filter(({ distance }) => distance === close[0]?.distance).slice(0, maxSuggested);
  return best.length === 0 ? "" : ` Did you mean ${best.map(({ name }) => printable(name)).join(" or ")}?`;
}

/** The number of characters to insert, delete, replace or swap; a number over `max` is not exact. */
function distanceOf(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}

/** A suggestion for a misspelt name, or else the first few possible names. @param what the names are, in the plural */
export function possible(wrong: string, what: string, names: Iterable<string>): string {
  const known = [...new Set(names)].sort();
  return (
    didYouMean(wrong, known) || (known.length === 0 ? "" : ` ${what}: ${printable(abbreviated(known))}.`)
  );
}

/** A sentence for each requested tag that no object has, with the closest matches. @param noun for other names than tags */
export function unmatched(
  asked: readonly string[],
  known: Iterable<string>,
  subject: string,
  [noun, plural]: readonly [one: string, many: string] = ["tag", "tags"],
): string[] {
  const all = new Set(known);
  const forms = new Set([...all].map((name) => name.normalize()));
  return asked
    .filter((word) => !forms.has(word.normalize()))
    .map((word) => {
      const quoted = printable(JSON.stringify(word));
      return `No ${subject} has the ${noun} ${quoted}.${possible(word, capitalized(plural), all)}`;
    });
}

/** @throws Error for unmatched names: neither a gate nor a pipeline that writes code may pass because of a misspelling */
export function assertMatched(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join("\n"));
}
