import { type Attributes, isSemanticallyEqual, type Value } from "../../terraform";
import type { ApiObject } from "./api-fields";
import { wireFields } from "./wire";

/** The body of a create, by field. */
export type CreateBody = Readonly<Record<string, unknown>>;

/**
 * Whether an object can be the result of a create with that body: every returned field means what was sent, and omitted
 * fields are empty. It ignores fields that the API does not return (docs/design/open-points.md#2), fields that the service or
 * another object may change immediately, and the key, which is compared separately.
 */
export function matchesRequest(
  attributes: Attributes,
  object: ApiObject,
  body: CreateBody,
  key: string,
): boolean {
  return wireFields(attributes).every(({ field, attribute, stable: lasting }) => {
    const reported = object[field] as Value | undefined;
    if (field === key || reported === undefined || !lasting) return true;
    const sent = body[field] as Value | undefined;
    if (sent === undefined) return attribute.parts.presence !== "optional" || isEmpty(reported);
    return isSemanticallyEqual(attribute.parts.shape, sent, reported);
  });
}

function isEmpty(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
