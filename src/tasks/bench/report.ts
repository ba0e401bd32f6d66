import { median } from "./median";

/** What was measured several times, in words: the median, and in brackets the least and the most. */
export function measured(numbers: readonly number[], digits: number): string {
  const [middle, least, most] = [median(numbers), Math.min(...numbers), Math.max(...numbers)];
  const texts = [middle, least, most].map((number) => number.toFixed(digits));
  return numbers.length === 1 ? `${texts[0]}` : `${texts[0]} (${texts[1]}–${texts[2]})`;
}

/** How many times as much: by the medians, and in brackets by the least, which a busy machine disturbs less. */
export function times(numbers: readonly number[], others: readonly number[]): string {
  const ratios = [median(numbers) / median(others), Math.min(...numbers) / Math.min(...others)];
  const [middle, least] = ratios.map((ratio) => ratio.toFixed(2));
  return numbers.length === 1 ? `${middle}` : `${middle} (${least})`;
}
