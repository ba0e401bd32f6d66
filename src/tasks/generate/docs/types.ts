import type { Attribute, Attributes } from "../../terraform/json";

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  bool: "Boolean",
  dynamic: "Dynamic",
};

const COLLECTIONS: Readonly<Record<string, string>> = { list: "List", set: "Set", map: "Map" };

/** An attribute's type in the registry's words, such as `Set of String` or `Attributes List`. */
export function attributeType({ type, nested_type: nested }: Attribute): string {
  if (nested === undefined) return typeName(type);
  const collection = COLLECTIONS[nested.nesting_mode];
  return collection === undefined ? "Attributes" : `Attributes ${collection}`;
}

/**
 * A type in the registry's words.
 *
 * @param type in the form of `terraform providers schema -json`, such as `["set","string"]`
 * @throws for a tuple, and for what is no type
 */
export function typeName(type: unknown): string {
  const [kind, element] = Array.isArray(type) ? type : [];
  const name =
    typeof type === "string"
      ? PRIMITIVES[type]
      : kind === "object"
        ? "Object"
        : COLLECTIONS[kind] && `${COLLECTIONS[kind]} of ${typeName(element)}`;
  if (name === undefined) throw new Error(`There is no word for the type ${JSON.stringify(type)}`);
  return name;
}

/** A type as a function's signature names it, such as `list of string`. */
export function signatureType(type: unknown): string {
  return type === "bool" ? type : typeName(type).toLowerCase();
}

/** The attributes within an attribute; of a type that is an object, or has objects in it, its members. */
export function attributesWithin({ type, nested_type: nested }: Attribute): Attributes | undefined {
  if (nested !== undefined) return nested.attributes;
  const object = objectIn(type);
  return (
    object && Object.fromEntries(Object.entries(object).map(([name, member]) => [name, { type: member }]))
  );
}

function objectIn(type: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(type)) return undefined;
  const [kind, element] = type;
  return kind === "object" ? element : objectIn(element);
}
