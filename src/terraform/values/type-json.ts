import { attributeOrder } from "./attribute-order";
import { type Type, types } from "./type";
import { maxNesting } from "./value-error";

/** A type in Terraform's JSON form: `"string"`, `["list","string"]`, `["object",{"a":"string"}]`, `["tuple",[…]]`. */
type TypeJson =
  | string
  | readonly [string, TypeJson | readonly TypeJson[] | { readonly [name: string]: TypeJson }];

/** Encodes a type as JSON, attributes in name order, so that equal types have equal JSON. */
export function typeToJson(type: Type): TypeJson {
  switch (type.kind) {
    case "list":
    case "set":
    case "map":
      return [type.kind, typeToJson(type.element)];
    case "tuple":
      return ["tuple", type.elements.map(typeToJson)];
    case "object": {
      const attributes: Record<string, TypeJson> = Object.create(null);
      for (const { name, type: attribute } of attributeOrder(type.attributes).inOrder) {
        attributes[name] = typeToJson(attribute);
      }
      return ["object", attributes];
    }
    default:
      return type.kind;
  }
}

/**
 * Decodes a type from parsed JSON. The list of optional attributes of an object type affects only conversions, and is
 * dropped.
 * @throws Error for an invalid type
 */
export function typeFromJson(json: unknown): Type {
  return typeAt(json, 0);
}

function typeAt(json: unknown, depth: number): Type {
  if (depth > maxNesting) throw new Error(`a type is nested more than ${maxNesting} levels deep`);
  if (typeof json === "string") return simpleType(json);
  if (!Array.isArray(json)) throw new Error("a type is a string or an array in JSON");
  const [kind, of]: unknown[] = json;
  if (json.length !== 2 && !(kind === "object" && json.length === 3)) {
    throw new Error("a type's array has two elements in JSON: its kind and what it is of");
  }
  switch (kind) {
    case "list":
    case "set":
    case "map":
      return types[kind](typeAt(of, depth + 1));
    case "tuple":
      if (!Array.isArray(of)) throw new Error("the elements of a tuple type are an array in JSON");
      return types.tuple(of.map((element) => typeAt(element, depth + 1)));
    case "object":
      return objectType(of, depth);
    default:
      throw new Error(`${quoted(kind)} is not a kind of type with parts`);
  }
}

function simpleType(name: string): Type {
  switch (name) {
    case "string":
    case "number":
    case "bool":
    case "dynamic":
      return types[name];
    default:
      throw new Error(`${quoted(name)} is not a type`);
  }
}

function objectType(of: unknown, depth: number): Type {
  if (typeof of !== "object" || of === null || Array.isArray(of)) {
    throw new Error("the attributes of an object type are an object in JSON");
  }
  const attributes: Record<string, Type> = Object.create(null);
  for (const [name, attribute] of Object.entries(of)) {
    attributes[name.normalize()] = typeAt(attribute, depth + 1);
  }
  return types.object(attributes);
}

function quoted(name: unknown): string {
  return typeof name === "string" ? JSON.stringify(name.slice(0, 40)) : typeof name;
}
