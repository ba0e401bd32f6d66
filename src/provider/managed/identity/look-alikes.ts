import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import { compareValues, type Likeness, mayBeSameElements } from "../../../service/same";
import { type Attribute, isSemanticallyEqual, type PlanCall, type Value } from "../../../terraform";
import type { Account } from "../../account";
import {
  type AnyManagedObject,
  type CreateBody,
  type Identified,
  keyField,
  type LookAlikes,
  type ObjectAttributes,
} from "../object";
import { wireFields } from "../wire";
import { type Fields, keyRuleOf } from "./natural-key";

/** Finds the objects that may be those of a create. */
export function lookAlikes(
  object: AnyManagedObject,
  body: CreateBody,
  objects: readonly ServiceObject<Kind>[],
): LookAlikes<Kind> | Promise<LookAlikes<Kind>> {
  const matchesRequest = (candidate: ServiceObject<Kind>) =>
    compareFields(object, body, candidate) === "same";
  const several = object.several?.match({ body, objects, matchesRequest });
  if (several !== undefined) return several;
  const { compare } = keyRuleOf(object);
  const near = objects.filter((candidate) => {
    const likeness = compare(body, candidate as Fields);
    return likeness === undefined || mayBeSame(likeness);
  });
  const [same, ...others] = near.filter((candidate) => isSame(object, body, candidate as Fields));
  return { near, ...(same !== undefined && others.length === 0 && { same: [same] }) };
}

/** The known objects of a resource, and those that it does not know. @param list reads all objects of the kind */
export async function withRelated(
  object: AnyManagedObject,
  state: Identified,
  known: readonly ServiceObject<Kind>[],
  list: () => Promise<readonly ServiceObject<Kind>[]>,
): Promise<readonly ServiceObject<Kind>[]> {
  const isAlike = (one: Fields, other: Fields) => compareFields(object, one, other) === "same";
  return object.several?.related(state, known, list, isAlike) ?? known;
}

/** Whether an object is exactly that of a create. */
function isSame(object: AnyManagedObject, body: CreateBody, candidate: Fields): boolean {
  return (
    keyRuleOf(object).compare(body, candidate) === "same" && compareFields(object, body, candidate) === "same"
  );
}

/** The objects whose key means the same as a text. */
export function objectsWithKey(
  object: AnyManagedObject,
  objects: readonly ServiceObject<Kind>[],
  text: string,
): readonly ServiceObject<Kind>[] {
  const { compare } = keyRuleOf(object);
  return objects.filter(
    (candidate) => compare({ ...candidate, [keyField(object)]: text }, candidate as Fields) === "same",
  );
}

/**
 * Compares the fields of an object with those of a create: whether every returned field means what was sent, or may mean it,
 * and omitted fields are empty. It ignores fields that the API does not return (docs/design/open-points.md#2), fields that the
 * service or another object may change immediately, and the key, which is compared separately.
 */
export function compareFields(object: AnyManagedObject, body: CreateBody, candidate: Fields): Likeness {
  const key = keyField(object);
  const likenesses = wireFields(object.attributes)
    .filter(({ fixedByPlan, movable }) => !fixedByPlan && !movable)
    .filter(({ field }) => field !== key && candidate[field] !== undefined)
    .map(({ field, attribute }): Likeness => {
      const [sent, reported] = [body[field], candidate[field]] as [Value | undefined, Value];
      if (sent === undefined)
        return attribute.parts.presence !== "optional" || isEmpty(reported) ? "same" : "different";
      return compareValue(attribute, sent, reported);
    });
  if (likenesses.includes("different")) return "different";
  return likenesses.includes("perhaps") ? "perhaps" : "same";
}

/** Compares a sent value of an attribute with a returned one. */
export function compareValue({ parts }: Attribute, sent: Value, reported: Value): Likeness {
  if (isSemanticallyEqual(parts.shape, sent, reported)) return "same";
  if (typeof sent === "string" && typeof reported === "string") return compareValues("name", sent, reported);
  const areLists = Array.isArray(sent) && Array.isArray(reported);
  return areLists && mayBeSameElements(sent, reported) ? "perhaps" : "different";
}

/** Plans the key of the state if the configured one means the same. A configuration hides no part of a key. */
export function keepSameKey(
  object: AnyManagedObject,
  { prior, plan, keepPrior }: PlanCall<ObjectAttributes, Account>,
): void {
  const key = keyField(object);
  if (prior === null || [prior, plan].some((values) => typeof (values as Fields)[key] !== "string")) return;
  const { compare } = keyRuleOf(object);
  if (compare(plan, prior) === "same" && compare(prior, plan) === "same") keepPrior(key);
}

/** Whether two values mean the same, or may mean it. */
export function mayBeSame(likeness: Likeness | undefined): boolean {
  return likeness === "same" || likeness === "perhaps";
}

/** Whether a value is empty. */
export function isEmpty(value: Value): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
