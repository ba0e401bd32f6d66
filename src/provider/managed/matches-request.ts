import { type Attributes, isSemanticallyEqual, type Value } from "../../terraform";
import type { ApiObject } from "./api-fields";
import { wireFields } from "./wire";

/** The body of a create, by the service's field names. */
export type CreateBody = Readonly<Record<string, unknown>>;

/**
 * Whether nothing that is told of an object contradicts that a create with that body made it: every field means what
 * was sent, and what the user left out is empty. What is not told contradicts nothing (docs/design/open-points.md#2), nor do fields that the
 * service or another object may change at once, and the key, which is compared apart.
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
