import { distinct } from "./equal";
import { parseNumber, supportedNumber } from "./number";
import { asObject, type ObjectValue, plainObject } from "./object-value";
import type { PathStep } from "./path";
import { attributeOrder, type Type } from "./type";
import { Unknown, type Value } from "./value";
import { withPath } from "./value-error";

/** Options of {@link decodeJson}. */
interface JsonOptions {
  /**
   * Whether to convert a value of another version of the type: missing attributes become null, unknown attributes are
   * dropped, and primitives are converted as in Terraform ("1" and 1, "true" and true). Defaults to false: each is an error.
   */
  readonly conform?: boolean;
}

/**
 * Decodes a value from Terraform's JSON form, as in stored state ("JSON serialization of cty").
 * @throws ValueError for invalid JSON, and for a part of the wrong type
 */
export function decodeJson(type: Type, text: string, { conform = false }: JsonOptions = {}): Value {
  return withPath((path) => read({ conform, path }, type, parsed(text)));
}

interface Decoder {
  readonly conform: boolean;
  /** The current path; mutated during decoding. */
  readonly path: PathStep[];
}

type JsonObject = { readonly [name: string]: unknown };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text, which may contain secrets.
    throw new Error("the JSON text is invalid");
  }
}

function read(decoder: Decoder, type: Type, json: unknown): Value {
  if (json === null) return null;
  switch (type.kind) {
    case "list":
      return readElements(decoder, type.element, arrayOf(json, "list"));
    case "set":
      return distinct(type.element, readElements(decoder, type.element, arrayOf(json, "set")));
    case "map":
      return readMap(decoder, type.element, objectOf(json, "a map"));
    case "object":
      return readObject(decoder, type.attributes, objectOf(json, "an object"));
    default:
      return readPrimitive(type.kind, json, decoder.conform);
  }
}

function readAt(decoder: Decoder, step: PathStep, type: Type, json: unknown): Value {
  decoder.path.push(step);
  const value = read(decoder, type, json);
  decoder.path.pop();
  return value;
}

function readElements(decoder: Decoder, element: Type, array: readonly unknown[]): Value[] {
  return array.map((json, index) => readAt(decoder, { index }, element, json));
}

function readMap(decoder: Decoder, element: Type, json: JsonObject): Value {
  const values = plainObject<Value>();
  for (const [key, part] of Object.entries(json))
    values[key.normalize()] = readAt(decoder, { key }, element, part);
  return values;
}

function readObject(decoder: Decoder, attributes: Readonly<Record<string, Type>>, json: JsonObject): Value {
  const { conform, path } = decoder;
  const { inOrder, byName } = attributeOrder(attributes);
  const unexpected = conform ? undefined : Object.keys(json).find((name) => !byName.has(name));
  if (unexpected !== undefined) failAt(path, { attribute: unexpected }, "there is no such attribute");
  const values = plainObject<Value>();
  for (const { name, type, step } of inOrder) {
    const isMissing = !Object.hasOwn(json, name);
    if (isMissing && !conform) failAt(path, step, "the attribute is missing");
    values[name] = isMissing ? null : readAt(decoder, step, type, json[name]);
  }
  return values;
}

function arrayOf(json: unknown, kind: string): readonly unknown[] {
  return Array.isArray(json) ? json : required(`a ${kind}`);
}

function objectOf(json: unknown, what: string): JsonObject {
  return typeof json === "object" && !Array.isArray(json) ? (json as JsonObject) : required(what);
}

/** The only strings that Terraform converts to a bool. */
const boolTexts: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/**
 * Decodes a string, number or bool. With `convert`, converts as Terraform does: numbers and bools to strings, and strings to
 * numbers and bools, but not between numbers and bools.
 */
function readPrimitive(kind: "string" | "number" | "bool", json: unknown, convert: boolean): Value {
  switch (kind) {
    case "string":
      if (typeof json === "string") return json.normalize();
      if (convert && typeof json === "number") return String(supportedNumber(json));
      return convert && typeof json === "boolean" ? String(json) : required("a string");
    case "number":
      if (typeof json === "number") return supportedNumber(json);
      return convert && typeof json === "string" ? parseNumber(json) : required("a number");
    case "bool": {
      const converted = convert && typeof json === "string" ? boolTexts.get(json) : json;
      return typeof converted === "boolean" ? converted : required("a bool");
    }
  }
}

/**
 * Encodes a value in Terraform's JSON form.
 * @throws ValueError for a part that is unknown, or of the wrong type
 */
export function encodeJson(type: Type, value: Value): string {
  return withPath((path) => textOf(type, value, path));
}

function textOf(type: Type, value: Value | undefined, path: PathStep[]): string {
  if (value === null) return "null";
  if (value === undefined) throw new Error("the value is missing");
  if (value instanceof Unknown) throw new Error("an unknown value has no JSON form");
  switch (type.kind) {
    case "string":
      return typeof value === "string" ? JSON.stringify(value.normalize()) : required("a string");
    case "number":
      return typeof value === "number" ? String(supportedNumber(value)) : required("a number");
    case "bool":
      return typeof value === "boolean" ? String(value) : required("a bool");
    case "list":
    case "set": {
      const values: readonly Value[] = Array.isArray(value) ? value : required(`a ${type.kind}`);
      return `[${values.map((element, index) => textAt({ index }, type.element, element, path)).join()}]`;
    }
    case "map":
      return mapText(type.element, asObject(value) ?? required("a map"), path);
    case "object":
      return objectText(type.attributes, asObject(value) ?? required("an object"), path);
  }
}

function textAt(step: PathStep, type: Type, value: Value | undefined, path: PathStep[]): string {
  path.push(step);
  const text = textOf(type, value, path);
  path.pop();
  return text;
}

function mapText(element: Type, values: ObjectValue, path: PathStep[]): string {
  const texts = Object.keys(values)
    .sort()
    .map((key) => `${JSON.stringify(key.normalize())}:${textAt({ key }, element, values[key], path)}`);
  return `{${texts.join()}}`;
}

function objectText(
  attributes: Readonly<Record<string, Type>>,
  values: ObjectValue,
  path: PathStep[],
): string {
  const { inOrder, byName } = attributeOrder(attributes);
  const unexpected = Object.keys(values).find((name) => !byName.has(name));
  if (unexpected !== undefined) failAt(path, { attribute: unexpected }, "there is no such attribute");
  const texts = inOrder.map(
    ({ name, type, step }) => `${JSON.stringify(name)}:${textAt(step, type, values[name], path)}`,
  );
  return `{${texts.join()}}`;
}

function failAt(path: PathStep[], step: PathStep, problem: string): never {
  path.push(step);
  throw new Error(problem);
}

function required(what: string): never {
  throw new Error(`${what} is required`);
}
