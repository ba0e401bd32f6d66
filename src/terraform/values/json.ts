import { distinct } from "./equal";
import { parseNumber, supportedNumber } from "./number";
import { plainObject } from "./object-value";
import { type PathStep, required, withPath } from "./path";
import { attributeOrder, type Type } from "./type";
import { Unknown, type Value } from "./value";

/**
 * Decodes a value from Terraform's JSON form, as in stored state ("JSON serialization of cty"), also that of another version
 * of the type: missing attributes become null, unknown attributes are dropped, and primitives are converted as in Terraform
 * ("1" and 1, "true" and true).
 * @throws ValueError for invalid JSON, and for a part of the wrong type
 */
export function decodeJson(type: Type, text: string): Value {
  return withPath((path) => fitted({ path, source: "json" }, type, parsed(text)));
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

interface Fitting {
  /** The current path; mutated while values are fitted. */
  readonly path: PathStep[];
  /**
   * Where the value comes from. Stored JSON may have other attributes than the type, and primitives that Terraform converts.
   * Terraform's MessagePack may have numbers as texts or floats. The provider's values have exactly the type.
   */
  readonly source: "json" | "msgpack" | "provider";
}

/** The value of a type, with strings in normal form C and sets without duplicates. @throws Error for a part of the wrong type */
export function fitted(fitting: Fitting, type: Type, raw: unknown): Value {
  if (raw === null || raw instanceof Unknown) return raw;
  if (raw === undefined && fitting.source === "provider") throw new Error("the value is missing");
  switch (type.kind) {
    case "list":
      return fitElements(fitting, type, raw);
    case "set":
      return distinct(type.element, fitElements(fitting, type, raw));
    case "map":
      return fitMap(fitting, type.element, objectOf(raw, "a map"));
    case "object":
      return fitObject(fitting, type.attributes, objectOf(raw, "an object"));
    default:
      return fitPrimitive(type.kind, raw, fitting.source);
  }
}

function fitAt(fitting: Fitting, step: PathStep, type: Type, raw: unknown): Value {
  fitting.path.push(step);
  const value = fitted(fitting, type, raw);
  fitting.path.pop();
  return value;
}

function fitElements(fitting: Fitting, type: Extract<Type, { element: Type }>, raw: unknown): Value[] {
  if (!Array.isArray(raw)) return required(`a ${type.kind}`);
  return raw.map((element, index) => fitAt(fitting, { index }, type.element, element));
}

function fitMap(fitting: Fitting, element: Type, object: JsonObject): Value {
  const values = plainObject<Value>();
  for (const key in object) values[key.normalize()] = fitAt(fitting, { key }, element, object[key]);
  return values;
}

function fitObject(fitting: Fitting, attributes: Readonly<Record<string, Type>>, object: JsonObject): Value {
  const { path, source } = fitting;
  const { inOrder, byName } = attributeOrder(attributes);
  const values = plainObject<Value>();
  for (const name in source === "json" ? {} : object)
    if (!byName.has(name)) refuseAt(path, { attribute: name }, "there is no such attribute");
  for (const { name, type, step } of inOrder) {
    const isMissing = !Object.hasOwn(object, name);
    if (isMissing && source === "msgpack") refuseAt(path, step, "the attribute is missing");
    values[name] = isMissing && source === "json" ? null : fitAt(fitting, step, type, object[name]);
  }
  return values;
}

function refuseAt(path: PathStep[], step: PathStep, problem: string): never {
  path.push(step);
  throw new Error(problem);
}

function objectOf(raw: unknown, what: string): JsonObject {
  return typeof raw === "object" && !Array.isArray(raw) ? (raw as JsonObject) : required(what);
}

/** The only strings that Terraform converts to a bool. */
const boolTexts: ReadonlyMap<unknown, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/**
 * Converts as Terraform does: numbers and bools to strings, and strings to numbers and bools, but not between numbers and
 * bools. In MessagePack, only strings to numbers.
 */
function fitPrimitive(kind: "string" | "number" | "bool", raw: unknown, source: Fitting["source"]): Value {
  switch (kind) {
    case "string":
      if (typeof raw === "string") return raw.normalize();
      if (typeof raw === "number" && source === "json") return String(supportedNumber(raw));
      return typeof raw === "boolean" && source === "json" ? String(raw) : required("a string");
    case "number":
      if (typeof raw === "string" && source !== "provider") return parseNumber(raw);
      if (typeof raw !== "number") return required("a number");
      // All digits of a float, which may be more than those of its shortest text.
      return source === "msgpack" && !Number.isInteger(raw)
        ? parseNumber(raw.toPrecision(100))
        : supportedNumber(raw);
    case "bool": {
      const converted = typeof raw === "string" && source === "json" ? boolTexts.get(raw) : raw;
      return typeof converted === "boolean" ? converted : required("a bool");
    }
  }
}
