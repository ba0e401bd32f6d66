import type { Attribute, Attributes, ObjectValue, Value } from "../../terraform";
import { type ApiObject, reportedValues } from "../managed/api-fields";
import { wireFields } from "../managed/wire";
import { aboutOf } from "../text";

/** The attributes of a resource that the API returns, as read-only attributes. */
export function observedAttributes(managed: Attributes): Attributes {
  const reported = new Set(["id", "paused", ...wireFields(managed).map(({ name }) => name)]);
  return Object.fromEntries(
    Object.entries(managed)
      .filter(([name]) => reported.has(name))
      .map(([name, attribute]) => [name, observed(attribute)]),
  );
}

function observed({ parts }: Attribute): Attribute {
  const read = parts.shape.computed(aboutOf(parts.description)).annotate(parts.note);
  const hidden = parts.sensitive ? read.sensitive() : read;
  return parts.deprecated === undefined ? hidden : hidden.deprecated(parts.deprecated);
}

/** The value of each attribute of an object: null if the API does not return it. */
export function observedValues(attributes: Attributes, object: ApiObject): { [name: string]: Value } {
  const reported: { [name: string]: Value } = { ...reportedValues(attributes, object), id: object.id };
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, inForm(name, attribute, reported[name])]),
  );
}

function inForm(name: string, attribute: Attribute, value: Value | undefined): Value {
  if (value === undefined || value === null) return null;
  // The API does not document the letter case of a status (docs/design/open-points.md#4): lower case can be compared.
  if (name === "status" && typeof value === "string") return value.toLowerCase();
  const { nested } = attribute.parts.shape.parts;
  if (nested === undefined || !Array.isArray(value)) return value;
  const parts = Object.keys(nested.attributes);
  const items = (value as readonly ObjectValue[]).map((item) =>
    Object.fromEntries(parts.map((part) => [part, item[part] ?? null])),
  );
  return sortedBy(items, "host", "id");
}

/**
 * Sorts objects by those attributes, with null as an empty string. The order depends neither on the API nor on the locale.
 */
export function sortedBy<T extends ObjectValue>(objects: readonly T[], ...attributes: string[]): T[] {
  return [...objects].sort((a, b) => {
    for (const name of attributes) {
      const [first, second] = [String(a[name] ?? ""), String(b[name] ?? "")];
      if (first !== second) return first < second ? -1 : 1;
    }
    return 0;
  });
}
