/** The encodings of a contact's `args` in a form body: `args[key]=value` pairs, or one JSON string (docs/design/open-points.md#16). */
export const contactArgsEncodings = ["brackets", "json"] as const;

/** An encoding of a contact's `args`. */
export type ContactArgsEncoding = (typeof contactArgsEncodings)[number];

/** A body before encoding: lists are arrays, flags are booleans, `args` is an object of strings. */
export type FormBody = Readonly<Record<string, FormValue | undefined>>;

type FormValue =
  | string
  | number
  | boolean
  | readonly (string | number)[]
  | { readonly [key: string]: string };

/**
 * Encodes a body as `application/x-www-form-urlencoded`: lists as comma-separated values, an empty list as an empty value
 * (docs/design/open-points.md#17), flags as `true` and `false` (docs/design/open-points.md#3). Undefined fields are omitted.
 */
export function encodeForm(body: FormBody, argsEncoding: ContactArgsEncoding = "brackets"): string {
  const pairs = Object.entries(body).flatMap(([name, value]) => formPairs(name, value, argsEncoding));
  return new URLSearchParams(pairs).toString();
}

/** Decodes a form body to names and values, in order; undefined if it is malformed. */
export function decodeForm(text: string): [name: string, value: string][] | undefined {
  try {
    decodeURIComponent(text);
  } catch {
    // It has an invalid percent-encoding, which URLSearchParams would accept.
    return undefined;
  }
  // URLSearchParams drops a question mark at the beginning.
  return [...new URLSearchParams(`&${text}`)];
}

function formPairs(
  name: string,
  value: FormValue | undefined,
  argsEncoding: ContactArgsEncoding,
): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [[name, String(value)]];
  if (Array.isArray(value)) return [[name, value.join(",")]];
  if (argsEncoding === "json") return [[name, JSON.stringify(value)]];
  return Object.entries(value).map(([key, item]) => [`${name}[${key}]`, String(item)]);
}
