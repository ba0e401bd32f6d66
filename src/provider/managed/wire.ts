import { type Attribute, type Attributes, areBothEmpty, type Value } from "../../terraform";

/** The field of an attribute. Attributes without a note are set by the service, or by separate requests. */
type WireNote = FieldNote | { readonly as: "create_field"; readonly field: string };

interface FieldNote {
  readonly as: "field";
  readonly field: string;
  /** Whether the account's plan may fix the value (docs/design/open-points.md#25). */
  readonly fixedByPlan?: boolean | undefined;
  /** Whether a write to another object may change the value (docs/design/api.md#contact-group: one object is the default). */
  readonly movable?: boolean | undefined;
}

/** An attribute that is a field of requests and responses. */
export interface WireField {
  readonly name: string;
  readonly field: string;
  readonly attribute: Attribute;
  /** Whether the account's plan may fix the value (docs/design/open-points.md#25). */
  readonly fixedByPlan: boolean;
  /** Whether a write to another object may change the value. */
  readonly movable: boolean;
}

/** The attribute is this field of requests and responses. */
export function field(name: string, more: Omit<FieldNote, "as" | "field"> = {}): WireNote {
  return { as: "field", field: name, ...more };
}

/** Only creates send the attribute, by the kind's own rule. The API never returns it. */
export function createField(name: string): WireNote {
  return { as: "create_field", field: name };
}

const known = new WeakMap<Attributes, readonly WireField[]>();

/** The attributes that are fields of requests and responses. Cached, because every object uses them. */
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
    if (note?.as !== "field") return [];
    const { field, fixedByPlan = false, movable = false } = note;
    return [{ name, field, attribute, fixedByPlan, movable }];
  });
}

/** The attributes that only creates send, by the kind's own rule. */
export function createFields(attributes: Attributes): { readonly name: string; readonly field: string }[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const note = noteOf(attribute);
    return note?.as === "create_field" ? [{ name, field: note.field }] : [];
  });
}

/** The attributes that send a field, the configured one first: of several, only one is configured. */
export function namesOf(
  attributes: Attributes,
  field: string,
  config: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = [...wireFields(attributes), ...createFields(attributes)]
    .filter((sent) => sent.field === field)
    .map(({ name }) => name);
  const isOmitted = (name: string) => {
    const attribute = attributes[name];
    return attribute === undefined || areBothEmpty(attribute, (config[name] ?? null) as Value, null);
  };
  return [...names.filter((name) => !isOmitted(name)), ...names.filter(isOmitted)];
}

function noteOf({ parts }: Attribute): WireNote | undefined {
  return parts.note as WireNote | undefined;
}
