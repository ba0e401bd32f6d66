import { planChange } from "../../../src/terraform/planning/plan-change";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { string } from "../../../src/terraform/schema/shapes";
import { type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";

/** A case-insensitive string. */
export const word = () => string().normalForm((text) => text.toLowerCase());

/** An object of a schema. Omitted attributes are null. */
export const whole = (attributes: Attributes, given: ObjectValue): ObjectValue =>
  objectValue(Object.keys(attributes).map((name) => [name, given[name] ?? null]));

/** Plans as if Terraform had merged only attributes that are computed and absent from the configuration. */
export function plan(
  attributes: Attributes,
  given: { config: ObjectValue; prior?: ObjectValue; proposed?: ObjectValue },
) {
  const config = whole(attributes, given.config);
  const prior = given.prior === undefined ? null : whole(attributes, given.prior);
  const merged = Object.entries(attributes).map(([name, { parts }]) => {
    const mayMerge = !["required", "optional"].includes(parts.presence) && config[name] === null;
    return [name, (mayMerge ? prior?.[name] : config[name]) ?? null] as const;
  });
  return planChange(attributes, {
    prior,
    config,
    proposed: objectValue(given.proposed ? Object.entries(whole(attributes, given.proposed)) : merged),
  });
}
