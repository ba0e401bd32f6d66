/*
 * Readers for the forms in which the service may write a value (docs/design/open-points.md#1 to 3). Each returns undefined, which means
 * "not told", for what it cannot read, and never throws.
 */

/** A JSON object, whose members may be anything. */
export type WireObject = Readonly<Record<string, unknown>>;

/** The value as a JSON object; undefined for arrays, null and everything else. */
export function readObject(value: unknown): WireObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as WireObject)
    : undefined;
}

/** A text; a number is taken as its text. */
export function readString(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** A finite number, or a text that is one. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const number = /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
]);

/** A flag in any form of docs/design/open-points.md#3, words in any letter case. */
export function readFlag(value: unknown): boolean | undefined {
  return flags.get(typeof value === "string" ? value.trim().toLowerCase() : value);
}

const referenceKeys = ["id", "sid", "name"] as const;
const wordKeys = ["name", "value", "code", "id", "sid"] as const;

/** A reference to one object: its SID, or an object that carries it. */
export function readReference(value: unknown): string | undefined {
  return readItem(value, referenceKeys);
}

/** A list of references in any form of docs/design/open-points.md#2; null is the empty list. */
export function readReferences(value: unknown): string[] | undefined {
  return readList(value, referenceKeys);
}

/** A list of words, such as tags, in any form of docs/design/open-points.md#2: of objects, the name counts before the id. */
export function readStrings(value: unknown): string[] | undefined {
  return readList(value, wordKeys);
}

/** A list of numbers in any form of docs/design/open-points.md#2; not told if one of them is no number. */
export function readNumbers(value: unknown): number[] | undefined {
  return every(readList(typeof value === "number" ? [value] : value, wordKeys)?.map(readNumber));
}

/** A map of texts, such as the `args` of a contact; members that are no text are left out. */
export function readStringMap(value: unknown): Record<string, string> | undefined {
  const object = readObject(value);
  if (object === undefined) return undefined;
  const entries = Object.entries(object).map(([key, item]) => [key, readString(item)] as const);
  // fromEntries defines members rather than assigning them, so that `__proto__` is a key like others.
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function readList(value: unknown, keys: readonly string[]): string[] | undefined {
  if (value === null) return [];
  if (typeof value === "string") return separated(value);
  return Array.isArray(value) ? every(value.map((item) => readItem(item, keys))) : undefined;
}

function readItem(value: unknown, keys: readonly string[]): string | undefined {
  const object = readObject(value);
  if (object === undefined) return readString(value);
  return keys
    .filter((key) => Object.hasOwn(object, key))
    .map((key) => readString(object[key]))
    .find((text) => text !== undefined);
}

function separated(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

function every<T>(items: (T | undefined)[] | undefined): T[] | undefined {
  return items?.every((item): item is T => item !== undefined) ? items : undefined;
}
