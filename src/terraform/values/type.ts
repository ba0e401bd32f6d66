/** A type of Terraform's type system, as plain data. */
export type Type =
  | { readonly kind: "string" | "number" | "bool" | "dynamic" }
  | { readonly kind: "list" | "set" | "map"; readonly element: Type }
  | { readonly kind: "object"; readonly attributes: Readonly<Record<string, Type>> }
  | { readonly kind: "tuple"; readonly elements: readonly Type[] };

/** Constructors of types, named as in Terraform. */
export const types = {
  string: { kind: "string" },
  number: { kind: "number" },
  bool: { kind: "bool" },
  dynamic: { kind: "dynamic" },
  list: (element: Type): Type => ({ kind: "list", element }),
  set: (element: Type): Type => ({ kind: "set", element }),
  map: (element: Type): Type => ({ kind: "map", element }),
  object: (attributes: Readonly<Record<string, Type>>): Type => ({ kind: "object", attributes }),
  tuple: (elements: readonly Type[]): Type => ({ kind: "tuple", elements }),
} as const satisfies Record<string, Type | ((...args: never[]) => Type)>;
