import { Fn, FOR_EXPRESSION_KEY, forExpression, ref, Token, Tokenization } from "cdktf";
import { Construct } from "constructs";
import { addressesOf } from "../src/service/same";

/**
 * The entries of a list or map of texts and objects: where each stands, its key in a map, its value, and its object. A text is
 * the field of an object.
 *
 * @param described returns the text or object that describes a value, such as a construct, with its key in a map
 * @throws Error for other values, as JavaScript can pass them, with the path of the construct and the place of the value
 */
export function entriesOf<Item extends object>(
  path: string,
  property: string,
  entries: unknown,
  field: string,
  described = (value: unknown, _key?: string): unknown => value,
) {
  if (!Array.isArray(entries) && !isPlain(entries))
    throw new Error(`${path}: ${property} is ${titleOf(entries)}, but must be a list or a map`);
  return Object.entries(entries as object).map(([name, value]: [string, unknown]) => {
    const [place, key] = Array.isArray(entries) ? [`${property}[${name}]`] : [`${property}.${name}`, name];
    if (key !== undefined && (key === "" || key in {}))
      throw new Error(`${path}: ${property} has the key ${JSON.stringify(key)}. Choose another, as a name`);
    const text = Tokenization.isResolvable(value) ? Token.asString(value) : described(value, key);
    const item = typeof text === "string" ? { [field]: text } : text;
    if (!isPlain(item))
      throw new Error(`${path}: ${place} is ${titleOf(item)}, but must be a text or an object with ${field}`);
    requireText(path, typeof text === "string" ? place : `${place}.${field}`, item[field]);
    return { place, key, value, item: item as Item };
  });
}

/** @throws Error unless the value is a text that is not empty; the message does not show it, as it may be secret */
export function requireText(path: string, place: string, value: unknown): void {
  if (!Token.isUnresolved(value) && (typeof value !== "string" || value === ""))
    throw new Error(`${path}: ${place} is ${titleOf(value)}, but must be a text that is not empty`);
}

/** A text as an argument that Terraform reads literally. */
export const literal = (text: string): string => text.replace(/[$%](?=\{)/g, "$&$&");

/** Whether it is an array and not a token for a list. */
export const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && !Token.isUnresolved(value);

export const isPlain = (value: unknown): value is Record<string, unknown> =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value ?? []));

/** How messages name a value: its type, since the value may be secret. */
export function titleOf(value: unknown): string {
  if (value === "") return "an empty text";
  if (value === undefined || value === null) return "missing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (Construct.isConstruct(value)) return `the construct ${value.node.path}`;
  if (typeof value !== "object") return `a ${typeof value}`;
  return `an object of ${value.constructor?.name ?? "no class"}`;
}

/** A subnet, and an address or subnet inside it; undefined if there are none. */
export function overlapIn(texts: readonly string[]): readonly [string, string] | undefined {
  const ranges = texts.flatMap((text) => {
    const range = addressesOf(text);
    return range === undefined ? [] : { text, ...range };
  });
  ranges.sort((a, b) => a.first - b.first || b.last - a.last);
  for (const [index, { text, first }] of ranges.entries()) {
    const before = ranges[index - 1];
    if (before && first <= before.last) return [before.text, text];
  }
  return undefined;
}

/** Whether the keys of a `for` expression are texts, those of a map. JSON writes the numbers of a list without quotation marks. */
const hasTexts = `substr(jsonencode(key), 0, 1) == "\\""`;

/**
 * An expression that converts a list, a set, or a map into a map. Each element of a list is keyed by its text or its field.
 * Keys stay known while a value is unknown, since each `if` leaves out the other key. Grouping (`...`) accepts duplicates in a
 * list: the value of an entry is a list.
 */
export function byKey(entries: unknown, field: string): Record<string, unknown> {
  const maps = forExpression(entries, ref(`val... if ${hasTexts}`), FOR_EXPRESSION_KEY);
  const lists = forExpression(entries, ref(`val... if !(${hasTexts})`), ref(`try(val.${field}, val)`));
  return Token.asAnyMap(Fn.merge([maps, lists]));
}

/**
 * An expression that converts a list, a set, or a map of endpoints into a map, as `byKey` does. The value of a map is an
 * endpoint, a protocol, or a list of protocols.
 */
export function endpointsByKey(entries: unknown): Record<string, unknown> {
  const ifTexts = (text: string, isMap = true): string =>
    `[for v in [${text}] : v if ${isMap ? "" : "!"}(${hasTexts})]`;
  const protocols = `try([coalesce(lookup(val, "protocol", null), "https")], flatten([[for v in flatten([val]) : v if ${hasTexts}], ${ifTexts('"https"', false)}]))`;
  const hostname = `try(val.hostname, ${ifTexts("key")}[0], val)`;
  const key = `try([val.hostname, ${ifTexts("key")}[0]][1], "\${${hostname}} \${protocol}")`;
  const all = `[for protocol in ${protocols} : { key = ${key}, hostname = ${hostname}, protocol = protocol, own = val }]`;
  const flat = Fn.flatten(forExpression(entries, ref(all)));
  return Token.asAnyMap(forExpression(flat, ref("val..."), ref("val.key")));
}
