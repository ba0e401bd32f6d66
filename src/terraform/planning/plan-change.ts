import type { Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { identical } from "../values/equal";
import type { ObjectValue } from "../values/object-value";
import type { Path } from "../values/path";
import type { Value } from "../values/value";
import { type AttributeRule, applyRule, pathOf } from "./attribute-rule";
import {
  keepKnownIfEqual,
  keepPriorIfEqual,
  requiresReplacement,
  withComputedUnknown,
  withDefaults,
  withoutWriteOnly,
} from "./rules";

/** The input to plan a create (`prior` is null) or an update. */
export interface Change {
  readonly prior: ObjectValue | null;
  /** Terraform's merge of configuration and prior state. */
  readonly proposed: ObjectValue;
  readonly config: ObjectValue;
}

/**
 * Plans a change with the rules of single attributes. The rule that marks computed values as unknown runs last, and only if
 * the others left a difference: otherwise every plan would show a change.
 */
export function planChange(
  attributes: Attributes,
  { prior, proposed, config }: Change,
): { planned: { [name: string]: Value }; replace: Path[] } {
  const apply = (planned: ObjectValue, rule: AttributeRule) =>
    applyRule(attributes, { planned, configured: config, prior }, rule);
  let planned = apply(apply(proposed, withDefaults), withoutWriteOnly);
  if (prior !== null) planned = apply(planned, keepPriorIfEqual);
  if (prior === null || !identical(objectType(attributes), planned, prior)) {
    planned = apply(planned, withComputedUnknown);
  }
  return {
    planned,
    replace: prior === null ? [] : replacementPaths(attributes, { planned, configured: config, prior }),
  };
}

/** The changed attributes that force replacement. */
function replacementPaths(attributes: Attributes, objects: Parameters<typeof applyRule>[1]): Path[] {
  const replace: Path[] = [];
  applyRule(attributes, objects, (attribute, place) => {
    if (requiresReplacement(attribute, place)) replace.push(pathOf(place));
    return place.planned;
  });
  return replace;
}

/** The reported object, with semantically equal values in the form of the known state or plan. */
export function keepSemanticallyEqual(
  attributes: Attributes,
  reported: ObjectValue,
  known: ObjectValue,
): ObjectValue {
  return applyRule(attributes, { planned: reported, configured: null, prior: known }, keepKnownIfEqual);
}

/** A state without write-only values. */
export function withoutSecrets(attributes: Attributes, state: ObjectValue): ObjectValue {
  return applyRule(attributes, { planned: state, configured: null, prior: null }, withoutWriteOnly);
}
