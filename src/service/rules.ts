import { type Kind, kinds } from "./kinds";
import { canonicalSid, checkIdPattern, sidForm, sidKind, sidPattern } from "./sids";
import {
  readNumber,
  readNumbers,
  readObject,
  readReference,
  readReferences,
  readReturnedFlag,
  readString,
  readStringMap,
  readStrings,
  type WireObject,
} from "./wire-forms";

/**
 * A rule for the values of a field. Attributes, requests, the emulator and constructs check and describe values by it. `T` is
 * the type of the values in bodies, before form.ts encodes them.
 */
export interface Rule<T = unknown> {
  readonly type: "text" | "flag" | "number" | "list" | "map" | "objects";
  /** Reads a returned value in any known form (docs/design/open-points.md#2 and 3); undefined if it is unreadable. */
  read(value: unknown): T | undefined;
  /** The requirement that a value of the type does not meet, to follow the name of the field; undefined if it meets all. */
  problem?(value: T): string | undefined;
  /** Warnings about an accepted value, to follow the name of the field. */
  advice?(value: T): readonly string[];
  /** The rule in a sentence, for descriptions. */
  readonly sentence?: string;
  /** The only valid texts. */
  readonly words?: readonly string[];
  /** The kind of object whose SID the text is, or may be. */
  readonly kind?: Kind;
  /** Texts with the same normal form mean the same. */
  readonly normalForm?: (text: string) => string;
  /** Whether the service accepts only the normal form. */
  readonly isStrict?: true;
  /** The rule for the elements of a list or a map. */
  readonly item?: Rule;
  /** The documented number of elements of a list of numbers, and their bounds. Others cause a warning, as the service may accept them. */
  readonly documented?: { readonly count: number; readonly min: number; readonly max: number };
  /** The value that clears the field in an update. */
  readonly empty?: T;
}

/** A rule for a field that an update can clear. */
export type ClearableRule<T> = Rule<T> & { readonly empty: T };

/** The requirement that a value of another type does not meet. */
export const typeRequirements: Readonly<Record<Rule["type"], string>> = {
  text: "must be a string",
  flag: "must be true or false",
  number: "must be a number",
  list: "must be a list",
  map: "must be an object",
  objects: "is not accepted",
};

/** A text that satisfies a function, which returns the requirement that a text does not meet. */
export function textThat(
  problem: (text: string) => string | undefined,
  more: Partial<Rule<string>> = {},
): Rule<string> {
  return { type: "text", read: readString, problem, ...more };
}

/** Any text. */
export const text: ClearableRule<string> = { type: "text", read: readString, empty: "" };

/** A text that is not empty. */
export const filledText = textThat((value) => (value === "" ? "must not be empty" : undefined));

/** A name or label: 1 to 255 Unicode characters (docs/design/api.md#resources). */
export const label = textThat(
  (text) => {
    // Counts code points, not UTF-16 units or bytes.
    const { length } = [...text];
    return length < 1 || length > 255 ? `must have 1 to 255 characters; it has ${length}` : undefined;
  },
  { sentence: "1 to 255 characters." },
);

/** One of these texts. */
export function oneOf<const T extends string>(words: readonly T[]): Rule<T> {
  const read = (value: unknown) => {
    const text = readString(value);
    const word = text?.trim().toLowerCase();
    // The service may return an empty text for a missing value, and words in any letter case.
    return (words.find((each) => each === word) ?? (text || undefined)) as T | undefined;
  };
  return {
    type: "text",
    read,
    words,
    sentence: ["Valid values:", ...words.map((word) => `- \`${word}\``)].join("\n"),
  };
}

/** A flag. */
export const flag: Rule<boolean> = { type: "flag", read: readReturnedFlag };

/** A number. The service accepts whole ones. */
export const number: Rule<number> = {
  type: "number",
  read: readNumber,
  problem: (value) => (Number.isSafeInteger(value) ? undefined : "must be a whole number"),
};

/** The SID of an object of one of the kinds (docs/design/api.md#identifiers). */
export function sid(...wanted: readonly Kind[]): Rule<string> {
  const forms = wanted.map((kind) => `${kinds[kind].withArticle} (${sidForm(kind)})`);
  const anyForm = [forms.slice(0, -1).join(", "), forms.at(-1)].filter(Boolean).join(" or ");
  const problem = (value: string) => {
    const named = sidKind(value);
    if (named !== undefined && wanted.includes(named)) return undefined;
    const other = named === undefined ? "" : `, not that of ${kinds[named].withArticle}`;
    return `must be the SID of ${anyForm}${other}`;
  };
  const [kind, ...others] = wanted;
  const only = kind === undefined || others.length > 0 ? {} : { kind };
  return textThat(problem, { read: readSid, normalForm: canonicalSid, isStrict: true, ...only });
}

function readSid(value: unknown): string | undefined {
  const reference = readReference(value);
  return reference === undefined ? undefined : canonicalSid(reference);
}

/** The SID of an event (docs/design/open-points.md#19: two capitals that are not always `TA`). */
export const eventSid = textThat(
  (value) => (sidPattern.test(value) ? undefined : "must be two capitals and 32 hexadecimal digits"),
  { read: readSid },
);

/** The id of a manual check (docs/design/api.md#identifiers). */
export const checkId = textThat(
  (value) =>
    checkIdPattern.test(value) ? undefined : "must be the id of a check (PP and 64 hexadecimal digits)",
  { read: readSid, normalForm: canonicalSid, isStrict: true },
);

/** An element of a comma-separated list. */
export const listItem = textThat((value) => {
  if (value === "") return "must not be empty";
  if (value.includes(",")) return "must not contain a comma, which separates elements";
  // The service may return a list as a text, whose elements are read without it.
  return value.trim() === value ? undefined : "must not begin or end with whitespace";
});

/** A list. One without a minimum can be cleared. Its order does not count. */
export function list<T extends string | number>(item: Rule<T>): ClearableRule<readonly T[]> {
  return { type: "list", read: readerOfList(item) as Rule<readonly T[]>["read"], item, empty: [] };
}

/** A list with at least one element, such as a `contact group`. */
export function filledList<T extends string | number>(
  element: string,
  item: Rule<T>,
  documented?: Rule["documented"],
): Rule<readonly T[]> {
  const { empty: _, ...rule } = list(item);
  const problem = (value: readonly T[]) =>
    value.length === 0 ? `must have at least one ${element}` : undefined;
  if (documented === undefined) return { ...rule, problem, sentence: "At least one." };
  const { count, min, max } = documented;
  return {
    ...rule,
    problem,
    documented,
    sentence: `Whole numbers, at least one. The API documents up to ${count} values from ${min} to ${max}; others cause a warning.`,
    // Without the values: they could be sensitive.
    advice: (value) => [
      ...(value.length > count ? [`has more than the ${count} values that the service documents`] : []),
      ...(value.some((part) => Number(part) < min || Number(part) > max)
        ? [`has values outside the ${min} to ${max} that the service documents`]
        : []),
    ],
  };
}

function readerOfList({ type, kind }: Rule): (value: unknown) => readonly (string | number)[] | undefined {
  if (type === "number") return readNumbers;
  return kind === undefined ? readStrings : (value) => readReferences(value)?.map(canonicalSid);
}

/** Texts by name. */
export const textMap: Rule<Readonly<Record<string, string>>> = {
  type: "map",
  read: readStringMap,
  item: text,
  // Code that copies the map by assignment would drop this name.
  problem: (value) => (Object.hasOwn(value, "__proto__") ? "must not have the name __proto__" : undefined),
};

/** Rules by the names of fields. */
export type Rules = Readonly<Record<string, Rule>>;

/** The values of the fields of an object. Any may be missing. */
export type ValuesOf<R extends Rules> = { readonly [N in keyof R]?: R[N] extends Rule<infer T> ? T : never };

/** Reads the fields of an object, without those that are missing or unreadable. */
export function readValues<R extends Rules>(rules: R, object: WireObject): ValuesOf<R> {
  const values: Record<string, unknown> = {};
  for (const name in rules) {
    const value = object[name] === undefined ? undefined : rules[name]?.read(object[name]);
    if (value !== undefined) values[name] = value;
  }
  return values as ValuesOf<R>;
}

/** Nested objects, which only the service returns. */
function objects<R extends Rules>(rules: R): Rule<readonly ValuesOf<R>[]> {
  const read = (value: unknown) =>
    Array.isArray(value)
      ? value
          .map(readObject)
          .filter((item) => item !== undefined)
          .map((item) => readValues(rules, { ...item, id: item.id ?? item.sid ?? item.rbl }))
      : undefined;
  return { type: "objects", read };
}

/** The results of a check, by source. */
export const listedDetails = objects({
  id: sid("source"),
  host: text,
  details: text,
  listed: flag,
  response_time: number,
});

/** An absolute URL. */
export const url = textThat((value) => (URL.canParse(value) ? undefined : "must be an absolute URL"));
