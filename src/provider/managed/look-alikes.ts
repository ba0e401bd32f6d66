import type { Kind } from "../../service/kinds";
import type { ServiceObject } from "../../service/responses";
import { type Attributes, isSemanticallyEqual, type Value } from "../../terraform";
import type { ApiObject } from "./api-fields";
import type { Fields } from "./natural-key";
import { type AnyManagedObject, type CreateBody, keyField, keyRuleOf, type LookAlikes } from "./object";
import { wireFields } from "./wire";

/** Finds the objects that may be those of a create. */
export function lookAlikes(
  object: AnyManagedObject,
  body: CreateBody,
  objects: readonly ServiceObject<Kind>[],
): LookAlikes<Kind> | Promise<LookAlikes<Kind>> {
  const key = keyField(object);
  const matches = (one: ServiceObject<Kind>) => matchesRequest(object.attributes, one, body, key);
  const several = object.match?.({ body, objects, matchesRequest: matches });
  if (several !== undefined) return several;
  const { compare } = keyRuleOf(object);
  const near = objects.filter((one) => isNear(compare(body, one as Fields)));
  const [first, ...others] = near.filter((one) => compare(body, one as Fields) === "same" && matches(one));
  return { near, ...(first !== undefined && others.length === 0 && { same: [first] }) };
}

function isNear(likeness: ReturnType<ReturnType<typeof keyRuleOf>["compare"]>): boolean {
  return likeness === undefined || likeness === "same";
}

/** The objects whose key means the same as a text. */
export function objectsWithKey(
  object: AnyManagedObject,
  objects: readonly ServiceObject<Kind>[],
  text: string,
): readonly ServiceObject<Kind>[] {
  const { compare } = keyRuleOf(object);
  return objects.filter((one) => compare({ ...one, [keyField(object)]: text }, one as Fields) === "same");
}

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
  return wireFields(attributes).every(({ field, attribute, stable }) => {
    const reported = object[field] as Value | undefined;
    if (field === key || reported === undefined || !stable) return true;
    const sent = body[field] as Value | undefined;
    if (sent === undefined) return attribute.parts.presence !== "optional" || isEmpty(reported);
    return isSemanticallyEqual(attribute.parts.shape, sent, reported);
  });
}

/** Whether a value is empty. */
export function isEmpty(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
