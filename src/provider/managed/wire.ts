import type { Attribute, Attributes } from "../../terraform";

/** How an attribute stands in the service's interface. Without a note it is the field of the same name. */
type WireNote =
  | {
      readonly as: "field";
      readonly field?: string;
      readonly servedDifferently?: boolean;
      readonly movable?: boolean;
    }
  /** A field of a create alone, which the kind's table fills in. */
  | { readonly as: "create_field"; readonly field: string }
  /** Not a field of any request: set by the service, or by calls of their own. */
  | { readonly as: "none" };

/** An attribute that is a field of the service's requests and answers. */
export interface WireField {
  readonly name: string;
  readonly field: string;
  readonly attribute: Attribute;
  /** Whether the service may accept a value and yet serve another (docs/design/open-points.md#25). */
  readonly servedDifferently: boolean;
  /** Whether what was sent is what is told from then on, unless somebody changes the object. */
  readonly stable: boolean;
}

/** The attribute is a field of another name. */
export function field(name: string): WireNote {
  return { as: "field", field: name };
}

/** The service may accept a value and yet serve another (docs/design/open-points.md#25). */
export const servedDifferently: WireNote = { as: "field", servedDifferently: true };

/** A write to another object may take the value away (docs/design/api.md#contact-group: one object is the default). */
export const movable: WireNote = { as: "field", movable: true };

/** The attribute is sent in a create, by the kind's own rule, and never told. */
export function createField(name: string): WireNote {
  return { as: "create_field", field: name };
}

/** The attribute is not sent in a create or an update. */
export const notSent: WireNote = { as: "none" };

const known = new WeakMap<Attributes, readonly WireField[]>();

/** The attributes that are fields of the service's requests and answers. Kept, as every object asks for its kind's. */
export function wireFields(attributes: Attributes): readonly WireField[] {
  let fields = known.get(attributes);
  if (fields === undefined) {
    fields = fieldsOf(attributes);
    known.set(attributes, fields);
  }
  return fields;
}

function fieldsOf(attributes: Attributes): WireField[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const note = noteOf(attribute);
    if (note.as !== "field") return [];
    const { field = name, servedDifferently = false, movable = false } = note;
    return [{ name, field, attribute, servedDifferently, stable: !servedDifferently && !movable }];
  });
}

/** The attributes that are fields of a create alone, which the kind's own rule sends. */
export function createFields(attributes: Attributes): { readonly name: string; readonly field: string }[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const note = noteOf(attribute);
    return note.as === "create_field" ? [{ name, field: note.field }] : [];
  });
}

function noteOf({ parts }: Attribute): WireNote {
  return (parts.note as WireNote | undefined) ?? { as: "field" };
}
