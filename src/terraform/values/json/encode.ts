import { attributeOrder } from "../attribute-order";
import { Decimal, numberText } from "../decimal";
import { asObject, type ObjectValue } from "../object-value";
import type { Path } from "../path";
import type { Type } from "../type";
import { typeToJson } from "../type-json";
import { Dynamic, Unknown, type Value } from "../value";
import { ValueError } from "../value-error";

/**
 * Encodes a value in Terraform's JSON form. Numbers keep every digit.
 * @throws ValueError for a part that is unknown, infinite, or of the wrong type
 */
export function encodeJson(type: Type, value: Value): string {
  return textOf(type, value, []);
}

function textOf(type: Type, value: Value | undefined, path: Path): string {
  if (value === null) return "null";
  if (value instanceof Unknown) throw new ValueError("an unknown value has no JSON form", path);
  switch (type.kind) {
    case "string":
      return typeof value === "string" ? JSON.stringify(value.normalize()) : required("a string", path);
    case "bool":
      return typeof value === "boolean" ? String(value) : required("a bool", path);
    case "number":
      return numberJson(value, path);
    case "list":
    case "set":
      return elementsJson(arrayOf(value, type.kind, path), () => type.element, path);
    case "tuple": {
      const values = arrayOf(value, "tuple", path);
      if (values.length !== type.elements.length) required(`a tuple of length ${type.elements.length}`, path);
      return elementsJson(values, (index) => type.elements[index], path);
    }
    case "map":
      return mapJson(asObject(value) ?? required("a map", path), type.element, path);
    case "object":
      return objectJson(asObject(value) ?? required("an object", path), type.attributes, path);
    case "dynamic":
      if (!(value instanceof Dynamic)) return required("a value with its type", path);
      return `{"value":${textOf(value.type, value.value, path)},"type":${JSON.stringify(typeToJson(value.type))}}`;
  }
}

function numberJson(value: Value | undefined, path: Path): string {
  if (typeof value !== "number" && !(value instanceof Decimal)) return required("a number", path);
  if (typeof value === "number" && !Number.isFinite(value)) return required("a finite number", path);
  return numberText(value);
}

function elementsJson(
  values: readonly Value[],
  typeAt: (index: number) => Type | undefined,
  path: Path,
): string {
  const texts = values.map((value, index) => {
    const type = typeAt(index);
    return type === undefined ? "null" : textOf(type, value, [...path, { index }]);
  });
  return `[${texts.join()}]`;
}

function mapJson(values: ObjectValue, element: Type, path: Path): string {
  const texts = Object.keys(values)
    .sort()
    .map((key) => `${JSON.stringify(key.normalize())}:${textOf(element, values[key], [...path, { key }])}`);
  return `{${texts.join()}}`;
}

function objectJson(values: ObjectValue, attributes: Readonly<Record<string, Type>>, path: Path): string {
  const { inOrder, byName } = attributeOrder(attributes);
  for (const name of Object.keys(values)) {
    if (!byName.has(name)) throw new ValueError("there is no such attribute", [...path, { attribute: name }]);
  }
  const texts = inOrder.map(({ name, type, step }) => {
    const inside = [...path, step];
    if (!Object.hasOwn(values, name)) throw new ValueError("the attribute is missing", inside);
    return `${JSON.stringify(name)}:${textOf(type, values[name], inside)}`;
  });
  return `{${texts.join()}}`;
}

function arrayOf(value: Value | undefined, kind: string, path: Path): readonly Value[] {
  return Array.isArray(value) ? value : required(`a ${kind}`, path);
}

function required(what: string, path: Path): never {
  throw new ValueError(`${what} is required`, path);
}
