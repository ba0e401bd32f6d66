import type { Attribute, Attributes } from "../../terraform";

/** How an attribute is sent. Attributes without this note are set by the service, or by separate requests. */
interface WireNote {
  readonly field: string;
  /** Whether the account's plan may fix the value (docs/design/open-points.md#25). */
  readonly fixedByPlan?: boolean | undefined;
  /** Whether a write to another object may change the value (docs/design/api.md#contact-group: one object is the default). */
  readonly movable?: boolean | undefined;
  /** Whether only creates send it, by the kind's own rule, and the API never returns it. */
  readonly onlyCreated?: boolean | undefined;
}

export interface WireField extends WireNote {
  readonly name: string;
  readonly attribute: Attribute;
}

/** The attribute is this field of requests and, unless only creates send it, of responses. */
export function field(name: string, more: Omit<WireNote, "field"> = {}): WireNote {
  return { field: name, ...more };
}

const cache = new WeakMap<Attributes, readonly WireField[]>();

/** The attributes that are fields of requests and responses. Cached, because every object uses them. */
export function wireFields(attributes: Attributes): readonly WireField[] {
  let fields = cache.get(attributes);
  if (fields === undefined) {
    fields = sentFields(attributes).filter(({ onlyCreated }) => onlyCreated !== true);
    cache.set(attributes, fields);
  }
  return fields;
}

/** The attributes that are fields of requests. */
export function sentFields(attributes: Attributes): WireField[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const note = attribute.parts.note as WireNote | undefined;
    return note === undefined ? [] : [{ name, attribute, ...note }];
  });
}
