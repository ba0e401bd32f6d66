import type { Attribute, Attributes } from "../schema/attribute";
import { objectType } from "../schema/implied-type";
import { identical } from "../values/equal";
import type { ObjectValue } from "../values/object-value";
import type { Path } from "../values/path";
import { Unknown, unknown, type Value } from "../values/value";
import { type AttributeRule, applyRule, FinalValue, type Place, pathOf } from "./attribute-rule";
import { agrees, areBothEmpty, isFilledByProvider } from "./matching-element";
import { hasNormalForm, isSemanticallyEqual, keepEqualParts } from "./semantic-equality";

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

/**
 * Sets defaults. Within a default, values that the provider set before stay: Terraform's merge does not keep them, because
 * nothing within a default is configured.
 */
const withDefaults: AttributeRule = (attribute, { planned, configured, isConfigured, existed, prior }) => {
  if (configured !== null) return planned;
  if (!isConfigured) return planned === null && existed && isFilledByProvider(attribute) ? prior : planned;
  return attribute.parts.presence === "defaulted" ? (attribute.parts.defaultValue as Value) : planned;
};

/** Plans write-only attributes as null. */
const withoutWriteOnly: AttributeRule = (attribute, { planned }) =>
  attribute.parts.writeOnly ? null : planned;

/**
 * Plans the prior value for a semantically equal one. Terraform accepts either the configured or the prior value, so a
 * collection is kept only as a whole.
 */
const keepPriorIfEqual: AttributeRule = (attribute, { planned, prior }) => {
  const { shape } = attribute.parts;
  return hasNormalForm(shape) && isSemanticallyEqual(shape, prior, planned) ? prior : planned;
};

/** Plans computed attributes as unknown, unless the schema keeps the prior value. */
const withComputedUnknown: AttributeRule = (attribute, place) => {
  if (!isLeftToProvider(attribute, place)) return place.planned;
  return attribute.parts.keepsPrior && place.existed ? new FinalValue(place.prior) : unknown;
};

/**
 * Whether a change of the attribute forces replacement. An unconfigured attribute that becomes unknown does not, or every
 * update would.
 */
function requiresReplacement(attribute: Attribute, place: Place): boolean {
  if (attribute.parts.replaces !== true) return false;
  if (isLeftToProvider(attribute, place) && place.planned instanceof Unknown) return false;
  return !agrees(attribute, place.planned, place.prior);
}

/**
 * Keeps the known value if the new one is semantically equal, or if one is null and the other is an empty collection. The
 * latter does not apply to a null that the user cannot have written, as in a required attribute after an import.
 */
const keepKnownIfEqual: AttributeRule = (attribute, { planned, prior, existed }) => {
  const isForm = existed && (prior !== null || attribute.parts.presence === "optional");
  if (isForm && areBothEmpty(attribute, planned, prior)) return prior;
  return keepEqualParts(attribute.parts.shape, planned, prior);
};

function isLeftToProvider({ parts }: Attribute, { configured }: Place): boolean {
  return configured === null && (parts.presence === "computed" || parts.presence === "optional_computed");
}
