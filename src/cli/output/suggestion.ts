import { abbreviated } from "../../provider/text";
import { printable } from "./terminal";

/** Most names in one suggestion. */
const mostSuggested = 3;

/** ` Did you mean mx1 or mx2?`, with the names that are most like a misspelt one; empty where none is. */
export function didYouMean(wrong: string, names: Iterable<string>): string {
  const word = wrong.toLowerCase();
  const most = Math.max(1, Math.floor(word.length * 0.4));
  const close = [...new Set(names)]
    .map((name) => ({ name, distance: distance(word, name.toLowerCase(), most) }))
    .filter((one) => one.distance <= most)
    .sort((a, b) => a.distance - b.distance);
  const best = close.filter((one) => one.distance === close[0]?.distance).slice(0, mostSuggested);
  return best.length === 0 ? "" : ` Did you mean ${best.map(({ name }) => printable(name)).join(" or ")}?`;
}

/** A suggestion for a misspelt name, or else the first few possible names. */
export function possible(wrong: string, what: string, names: Iterable<string>): string {
  const known = [...new Set(names)].sort();
  return (
    didYouMean(wrong, known) || (known.length === 0 ? "" : ` ${what}: ${printable(abbreviated(known))}.`)
  );
}

/** How many characters to insert, delete, replace or swap; more than `most` is of no interest. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : most + 1;
      row.push(
        Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1), swapped),
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
