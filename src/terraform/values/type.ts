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

type Attributes = Readonly<Record<string, Type>>;

function ordered(attributes: Attributes) {
  const inOrder = Object.entries(attributes)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => ({ name, type, step: { attribute: name } }));
  return { inOrder, byName: new Map(inOrder.map((attribute) => [attribute.name, attribute])) };
}

const orders = new WeakMap<Attributes, ReturnType<typeof ordered>>();

/**
 * The attributes of an object type in name order, cached per type. `byName` has only the type's own names: `toString` is not
 * an attribute.
 */
export function attributeOrder(attributes: Attributes): ReturnType<typeof ordered> {
  const order = orders.get(attributes) ?? ordered(attributes);
  orders.set(attributes, order);
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
