/** So many of something, as in `1 request` or `2 requests`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The text as a sentence begins: its first letter a capital. */
export function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The first of many texts, and how many more there are. */
export function firstOf(texts: readonly string[], most: number): string[] {
  const more = texts.length - most;
  return [...texts.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** A text that is not too long to be read. */
export function shortened(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : text;
}

/** Compares texts in the order in which people count: `mx_2` before `mx_10`. Different texts may compare as equal. */
export const inWords = new Intl.Collator("en", { numeric: true }).compare;

/** The same order, in which only equal texts compare as equal. */
export function byName(a: string, b: string): number {
  const order = inWords(a, b);
  if (order !== 0 || a === b) return order;
  return a < b ? -1 : 1;
}
