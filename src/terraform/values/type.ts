import type { PathStep } from "./path";

/** A type of Terraform's type system, as plain data. Dynamic types and tuples are not supported. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" }
  | { readonly kind: "list" | "set" | "map"; readonly element: Type }
  | { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> };

/** Constructors of types, named as in Terraform. */
export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  list: (element: Type): Type => ({ kind: "list", element }),
  set: (element: Type): Type => ({ kind: "set", element }),
  map: (element: Type): Type => ({ kind: "map", element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({ kind: "object", attributes }),
} as const satisfies Record<string, Type | ((...args: never[]) => Type)>;

/** An attribute of an object type: its name, its type, and the step that leads to it. */
interface ObjectAttribute {
  readonly name: string;
  readonly type: Type;
  readonly step: PathStep;
}

/** The attributes of an object type, in name order and by name. */
interface AttributeOrder {
  readonly inOrder: readonly ObjectAttribute[];
  readonly byName: ReadonlyMap<string, ObjectAttribute>;
}

const orders = new WeakMap<Readonly<Record<string, Type>>, AttributeOrder>();

/**
 * The attributes of an object type in name order, cached per type. `byName` has only the type's own names: `toString` is not
 * an attribute.
 */
export function attributeOrder(attributes: Readonly<Record<string, Type>>): AttributeOrder {
  let order = orders.get(attributes);
  if (order === undefined) {
    const inOrder = Object.entries(attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ name, type, step: { attribute: name } }));
    order = { inOrder, byName: new Map(inOrder.map((attribute) => [attribute.name, attribute])) };
    orders.set(attributes, order);
  }
  return order;
}

/** A type in Terraform's JSON form: `"string"`, `["list","string"]`, `["object",{"a":"string"}]`. */
export type TypeJson = string | readonly [string, TypeJson | { readonly [name: string]: TypeJson }];

/** Converts a type to JSON, attributes in name order, so that equal types have equal JSON. */
export function typeToJson(type: Type): TypeJson {
  switch (type.kind) {
    case "list":
    case "set":
    case "map":
      return [type.kind, typeToJson(type.element)];
    case "object": {
      const { inOrder } = attributeOrder(type.attributes);
      return ["object", Object.fromEntries(inOrder.map(({ name, type: of }) => [name, typeToJson(of)]))];
    }
    default:
      return type.kind;
  }
}
