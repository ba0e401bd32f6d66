import type { Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { identical } from "../values/equal";
import type { ObjectValue } from "../values/object-value";
import type { Path } from "../values/path";
import type { Value } from "../values/value";
import { type AttributeRule, applyRule } from "./attribute-rule";
import {
  asksForReplacement,
  withComputedUnknown,
  withDefaults,
  withKnownSpelling,
  withoutWriteOnly,
  withPriorSpelling,
} from "./rules";

/** What Terraform gives to plan a create (`prior` is null) or an update. */
export interface Change {
  readonly prior: ObjectValue | null;
  /** Terraform's own merge of configuration and prior state. */
  readonly proposed: ObjectValue;
  readonly config: ObjectValue;
}

/**
 * Plans a change by the rules of single attributes, in the order that Terraform's lifecycle demands: a rule that
 * marks computed values as unknown runs only when the others left a difference, or every plan would show one.
 */
export function planChange(
  attributes: Attributes,
  { prior, proposed, config }: Change,
): { planned: { [name: string]: Value }; replace: Path[] } {
  const apply = (planned: ObjectValue, rule: AttributeRule) =>
    applyRule(attributes, { planned, configured: config, prior }, rule);
  let planned = apply(apply(apply(proposed, withDefaults), withoutWriteOnly), withPriorSpelling);
  if (prior === null || !identical(objectType(attributes), planned, prior)) {
    planned = apply(planned, withComputedUnknown);
  }
  return {
    planned,
    replace: prior === null ? [] : replacing(attributes, { planned, configured: config, prior }),
  };
}

/** What asks for a new object by having changed. */
function replacing(attributes: Attributes, objects: Parameters<typeof applyRule>[1]): Path[] {
  const replace: Path[] = [];
  applyRule(attributes, objects, (attribute, place) => {
    if (asksForReplacement(attribute, place)) replace.push(place.path);
    return place.planned;
  });
  return replace;
}

/** What the provider tells of an object, in the spelling that Terraform knows it by: of its state, or of its plan. */
export function keepSemanticallyEqual(
  attributes: Attributes,
  reported: ObjectValue,
  known: ObjectValue,
): ObjectValue {
  return applyRule(attributes, { planned: reported, configured: null, prior: known }, withKnownSpelling);
}

/** A state as it may be returned: without what only the provider may see. */
export function withoutSecrets(attributes: Attributes, state: ObjectValue): ObjectValue {
  return applyRule(attributes, { planned: state, configured: null, prior: null }, withoutWriteOnly);
}
