import type { Attribute, Attributes, ObjectValue, Value } from "../../terraform";
import { type ApiObject, reportedValues } from "../managed/api-fields";
import { wireFields } from "../managed/wire";
import { sortedBy } from "./sorted-by";

/** What a resource has of its object that the service tells, as attributes that are only read. */
export function observedAttributes(managed: Attributes): Attributes {
  const reported = new Set(["id", "paused", ...wireFields(managed).map(({ name }) => name)]);
  return Object.fromEntries(
    Object.entries(managed)
      .filter(([name]) => reported.has(name))
      .map(([name, attribute]) => [name, observed(attribute)]),
  );
}

function observed({ parts }: Attribute): Attribute {
  const read = parts.shape.computed(statement(parts.description)).annotate(parts.note);
  const hidden = parts.sensitive ? read.sensitive() : read;
  return parts.deprecated === undefined ? hidden : hidden.deprecated(parts.deprecated);
}

/**
 * What a resource's description says of the attribute itself. The rest, which begins with a sentence such as `A change
 * makes a new host.` or `Unset: none.`, is about configuring it.
 */
export function statement(description: string): string {
  return description.replace(/(?<=\.) (?:A change|Unset|Default|Setting|Of a subnet)\b.*$/s, "");
}

/** What the service tells of an object, each attribute of it: null where it tells nothing. */
export function observedValues(attributes: Attributes, object: ApiObject): { [name: string]: Value } {
  const reported: { [name: string]: Value } = { ...reportedValues(attributes, object), id: object.id };
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, inForm(name, attribute, reported[name])]),
  );
}

function inForm(name: string, attribute: Attribute, value: Value | undefined): Value {
  if (value === undefined || value === null) return null;
  // The letter case of status words is open (docs/design/open-points.md#4): in one case, configurations can ask for them.
  if (name === "status" && typeof value === "string") return value.toLowerCase();
  const { nested } = attribute.parts.shape.parts;
  if (nested === undefined || !Array.isArray(value)) return value;
  const items = value.map((item) => observedParts(nested.attributes, item as ObjectValue));
  return sortedBy(items, "host", "id");
}

function observedParts(attributes: Attributes, item: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, item[name] ?? null]));
}
