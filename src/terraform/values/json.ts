import { distinct } from "./equal";
import { parseNumber, supportedNumber } from "./number";
import { plainObject } from "./object-value";
import { type PathStep, required, withPath } from "./path";
import { attributeOrder, type Type } from "./type";
import type { Value } from "./value";

/**
 * Decodes a value from Terraform's JSON form, as in stored state ("JSON serialization of cty"), also that of another version
 * of the type: missing attributes become null, unknown attributes are dropped, and primitives are converted as in Terraform
 * ("1" and 1, "true" and true).
 * @throws ValueError for invalid JSON, and for a part of the wrong type
 */
export function decodeJson(type: Type, text: string): Value {
  return withPath((path) => read(path, type, parsed(text)));
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

function read(path: PathStep[], type: Type, json: unknown): Value {
  if (json === null) return null;
  switch (type.kind) {
    case "list":
      return readElements(path, type.element, arrayOf(json, "list"));
    case "set":
      return distinct(type.element, readElements(path, type.element, arrayOf(json, "set")));
    case "map":
      return readMap(path, type.element, objectOf(json, "a map"));
    case "object":
      return readObject(path, type.attributes, objectOf(json, "an object"));
    default:
      return readPrimitive(type.kind, json);
  }
}

function readAt(path: PathStep[], step: PathStep, type: Type, json: unknown): Value {
  path.push(step);
  const value = read(path, type, json);
  path.pop();
  return value;
}

function readElements(path: PathStep[], element: Type, array: readonly unknown[]): Value[] {
  return array.map((json, index) => readAt(path, { index }, element, json));
}

function readMap(path: PathStep[], element: Type, json: JsonObject): Value {
  const values = plainObject<Value>();
  for (const [key, part] of Object.entries(json))
    values[key.normalize()] = readAt(path, { key }, element, part);
  return values;
}

function readObject(path: PathStep[], attributes: Readonly<Record<string, Type>>, json: JsonObject): Value {
  const values = plainObject<Value>();
  for (const { name, type, step } of attributeOrder(attributes).inOrder)
    values[name] = Object.hasOwn(json, name) ? readAt(path, step, type, json[name]) : null;
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
 * Decodes a string, number or bool. Converts as Terraform does: numbers and bools to strings, and strings to numbers and
 * bools, but not between numbers and bools.
 */
function readPrimitive(kind: "string" | "number" | "bool", json: unknown): Value {
  switch (kind) {
    case "string":
      if (typeof json === "string") return json.normalize();
      if (typeof json === "number") return String(supportedNumber(json));
      return typeof json === "boolean" ? String(json) : required("a string");
    case "number":
      if (typeof json === "number") return supportedNumber(json);
      return typeof json === "string" ? parseNumber(json) : required("a number");
    case "bool": {
      const converted = typeof json === "string" ? boolTexts.get(json) : json;
      return typeof converted === "boolean" ? converted : required("a bool");
    }
  }
}
