/*
 * Readers for the forms in which the service may return a value (docs/design/open-points.md#1 to 3). Each returns undefined for an
 * unreadable value, and never throws.
 */

/** A JSON object. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Reads a JSON object; undefined for other values, including arrays and null. */
export function readObject(value: unknown): WireObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as WireObject)
    : undefined;
}

/** Reads a JSON object, also if the service writes the names of its fields in camel case. */
export function readFields(value: unknown): WireObject | undefined {
  const object = readObject(value);
  const inSnakeCase = (name: string) => name.replace(/([a-z0-9])(?=[A-Z])/g, "$1_").toLowerCase();
  return (
    object && Object.fromEntries(Object.entries(object).map(([name, item]) => [inSnakeCase(name), item]))
  );
}

/** Reads an array, or an object with numbers as keys: PHP writes an array so from which elements were removed. */
export function readArray(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  const object = readObject(value);
  if (object === undefined) return undefined;
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(object) : undefined;
}

/** The elements of the data of a response: of an array, or the only one. */
export function readElements(data: unknown): readonly unknown[] {
  return readArray(data) ?? [data ?? []].flat();
}

/** Reads a string. Numbers are converted. */
export function readString(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** Reads a finite number, or a string with one. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const number = /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const trueForms: readonly unknown[] = [true, 1, "1", "true"];
const falseForms: readonly unknown[] = [false, 0, "0", "false"];

/** Reads a flag in any form of docs/design/open-points.md#3, case-insensitive. */
export function readFlag(value: unknown): boolean | undefined {
  const form = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (trueForms.includes(form)) return true;
  return falseForms.includes(form) ? false : undefined;
}

/** Reads a returned flag, also as a word that requests do not accept. */
export function readReturnedFlag(value: unknown): boolean | undefined {
  const word = String(value).trim().toLowerCase();
  if (["yes", "on", "y", "t"].includes(word)) return true;
  return ["no", "off", "n", "f"].includes(word) ? false : readFlag(value);
}

const referenceKeys = ["id", "sid", "name"] as const;
const wordKeys = ["name", "value", "code", "id", "sid"] as const;

/** Reads a reference: a SID, or an object with one. */
export function readReference(value: unknown): string | undefined {
  return readItem(value, referenceKeys);
}

/** Reads a list of references in any form of docs/design/open-points.md#2; null is an empty list. */
export function readReferences(value: unknown): string[] | undefined {
  return readList(value, referenceKeys);
}

/** Reads a list of strings, such as tags, in any form of docs/design/open-points.md#2. Of an object, the name is preferred to the id. */
export function readStrings(value: unknown): string[] | undefined {
  return readList(value, wordKeys);
}

/** Reads a list of numbers in any form of docs/design/open-points.md#2; undefined if an element is not a number. */
export function readNumbers(value: unknown): number[] | undefined {
  return every(readList(typeof value === "number" ? [value] : value, wordKeys)?.map(readNumber));
}

/** Reads a map of strings, such as a contact's `args`. Other members are dropped. */
export function readStringMap(value: unknown): Record<string, string> | undefined {
  const object = readObject(value);
  if (object === undefined) return undefined;
  const entries = Object.entries(object).map(([key, item]) => [key, readString(item)] as const);
  // fromEntries defines members rather than assigning them, so that `__proto__` is not special.
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function readList(value: unknown, keys: readonly string[]): string[] | undefined {
  if (value === null) return [];
  if (typeof value === "string") return value.split(",").flatMap((item) => item.trim() || []);
  return every(readArray(value)?.map((item) => readItem(item, keys)));
}

function readItem(value: unknown, keys: readonly string[]): string | undefined {
  const object = readObject(value);
  if (object === undefined) return readString(value);
  return keys
    .filter((key) => Object.hasOwn(object, key))
    .map((key) => readString(object[key]))
    .find((text) => text !== undefined);
}

function every<T>(items: (T | undefined)[] | undefined): T[] | undefined {
  return items?.every((item): item is T => item !== undefined) ? items : undefined;
}
