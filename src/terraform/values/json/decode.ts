import { attributeOrder } from "../attribute-order";
import { parseNumber } from "../decimal";
import { plainObject } from "../object-value";
import type { Path, PathStep } from "../path";
import { distinct } from "../set-elements";
import type { Type } from "../type";
import { typeFromJson } from "../type-json";
import { Dynamic, type Value } from "../value";
import { maxNesting, ValueError } from "../value-error";
import { type Json, JsonNumber, parseJson } from "./parse";

/** Options of {@link decodeJson}. */
interface JsonOptions {
  /**
   * Whether to convert a value of another version of the type: missing attributes become null, unknown attributes are
   * dropped, and primitives are converted as in Terraform ("1" and 1, "true" and true). Defaults to false: each is an error.
   */
  readonly conform?: boolean;
}

/**
 * Decodes a value from Terraform's JSON form, as in stored state. Numbers keep every digit.
 * @throws ValueError for invalid JSON, and for a part of the wrong type
 */
export function decodeJson(type: Type, text: string, { conform = false }: JsonOptions = {}): Value {
  const decoder: Decoder = { conform, path: [], depth: 0 };
  try {
    return read(decoder, type, parseJson(text));
  } catch (error) {
    if (error instanceof ValueError || !(error instanceof Error)) throw error;
    throw new ValueError(error.message, decoder.path);
  }
}

interface Decoder {
  readonly conform: boolean;
  /** The current path; mutated during decoding. */
  readonly path: PathStep[];
  depth: number;
}

type JsonObject = { [name: string]: Json };

function read(decoder: Decoder, type: Type, json: Json): Value {
  if (json === null) return null;
  if (++decoder.depth > maxNesting)
    throw new Error(`the value is nested more than ${maxNesting} levels deep`);
  const value = readKnown(decoder, type, json);
  decoder.depth--;
  return value;
}

function readKnown(decoder: Decoder, type: Type, json: Exclude<Json, null>): Value {
  switch (type.kind) {
    case "string":
    case "number":
    case "bool":
      return primitive(type.kind, json, decoder.conform);
    case "list":
      return readElements(decoder, () => type.element, arrayOf(json, "list"));
    case "set":
      return distinct(
        type.element,
        readElements(decoder, () => type.element, arrayOf(json, "set")),
      );
    case "tuple": {
      const array = arrayOf(json, "tuple");
      const { length } = type.elements;
      if (array.length !== length) throw new Error(`a tuple of length ${length} is required`);
      return readElements(decoder, (index) => type.elements[index], array);
    }
    case "map":
      return readMap(decoder, type.element, objectOf(json, "a map"));
    case "object":
      return readObject(decoder, type.attributes, objectOf(json, "an object"));
    case "dynamic":
      return readDynamic(decoder, objectOf(json, "a value with its type"));
  }
}

function readElements(decoder: Decoder, typeAt: (index: number) => Type | undefined, array: Json[]): Value[] {
  return array.map((json, index) => {
    const type = typeAt(index);
    return type === undefined ? null : readAt(decoder, { index }, type, json);
  });
}

function readMap(decoder: Decoder, element: Type, json: JsonObject): Value {
  const values = plainObject<Value>();
  for (const [key, part] of Object.entries(json))
    values[key.normalize()] = readAt(decoder, { key }, element, part);
  return values;
}

function readObject(decoder: Decoder, attributes: Readonly<Record<string, Type>>, json: JsonObject): Value {
  const { inOrder, byName } = attributeOrder(attributes);
  if (!decoder.conform) {
    const unexpected = Object.keys(json).find((name) => !byName.has(name));
    if (unexpected !== undefined)
      failAt(decoder.path, { attribute: unexpected }, "there is no such attribute");
  }
  const values = plainObject<Value>();
  for (const { name, type, step } of inOrder) {
    const part = json[name];
    if (part === undefined && !decoder.conform) failAt(decoder.path, step, "the attribute is missing");
    values[name] = readAt(decoder, step, type, part ?? null);
  }
  return values;
}

function readDynamic(decoder: Decoder, json: JsonObject): Value {
  const { value, type, ...others } = json;
  if (value === undefined || type === undefined || Object.keys(others).length > 0) {
    throw new Error("a value with its type is required");
  }
  const of = typeFromJson(type);
  const inner = read(decoder, of, value);
  return of.kind === "dynamic" ? inner : new Dynamic(of, inner);
}

function readAt(decoder: Decoder, step: PathStep, type: Type, json: Json): Value {
  decoder.path.push(step);
  const value = read(decoder, type, json);
  decoder.path.pop();
  return value;
}

function arrayOf(json: Json, kind: string): Json[] {
  if (!Array.isArray(json)) throw new Error(`a ${kind} is required`);
  return json;
}

function objectOf(json: Json, what: string): JsonObject {
  if (typeof json !== "object" || json === null || Array.isArray(json) || json instanceof JsonNumber) {
    throw new Error(`${what} is required`);
  }
  return json;
}

function failAt(path: Path, step: PathStep, problem: string): never {
  throw new ValueError(problem, [...path, step]);
}

/** The only strings that Terraform converts to a bool. */
const boolTexts: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/**
 * Decodes a string, number or bool. With `convert`, converts as Terraform does: numbers and bools to strings, and strings to
 * numbers and bools.
 * @throws Error for other types: Terraform does not convert between numbers and bools
 */
function primitive(kind: "string" | "number" | "bool", json: Json, convert: boolean): Value {
  switch (kind) {
    case "string":
      if (typeof json === "string") return json.normalize();
      if (convert && json instanceof JsonNumber) return json.text;
      if (convert && typeof json === "boolean") return String(json);
      break;
    case "number":
      if (json instanceof JsonNumber) return parseNumber(json.text);
      if (convert && typeof json === "string") return parseNumber(json);
      break;
    case "bool": {
      const converted = convert && typeof json === "string" ? boolTexts.get(json) : json;
      if (typeof converted === "boolean") return converted;
    }
  }
  throw new Error(`a ${kind} is required`);
}
