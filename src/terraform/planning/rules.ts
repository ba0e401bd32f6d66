import type { Attribute } from "../schema/attribute";
import { Unknown, unknown, type Value } from "../values/value";
import { type AttributeRule, FinalValue, type Place } from "./attribute-rule";
import { agrees, areBothEmpty, isFilledByProvider } from "./matching-element";
import { hasNormalForm, isSemanticallyEqual, keepEqualParts } from "./semantic-equality";

/**
 * Sets defaults. Within a default, values that the provider set before stay: Terraform's merge does not keep them, because
 * nothing within a default is configured.
 */
export const withDefaults: AttributeRule = (
  attribute,
  { planned, configured, isConfigured, existed, prior },
) => {
  if (configured !== null) return planned;
  if (!isConfigured) return planned === null && existed && isFilledByProvider(attribute) ? prior : planned;
  return attribute.parts.presence === "defaulted" ? (attribute.parts.defaultValue as Value) : planned;
};

/** Plans write-only attributes as null. */
export const withoutWriteOnly: AttributeRule = (attribute, { planned }) =>
  attribute.parts.writeOnly ? null : planned;

/**
 * Plans the prior value for a semantically equal one. Terraform accepts either the configured or the prior value, so a
 * collection is kept only as a whole.
 */
export const keepPriorIfEqual: AttributeRule = (attribute, { planned, prior }) => {
  const { shape } = attribute.parts;
  return hasNormalForm(shape) && isSemanticallyEqual(shape, prior, planned) ? prior : planned;
};

/** Plans computed attributes as unknown, unless the schema keeps the prior value. */
export const withComputedUnknown: AttributeRule = (attribute, place) => {
  if (!isLeftToProvider(attribute, place)) return place.planned;
  return attribute.parts.keepsPrior && place.existed ? new FinalValue(place.prior) : unknown;
};

/**
 * Whether a change of the attribute forces replacement. An unconfigured attribute that becomes unknown does not, or every
 * update would.
 */
export function requiresReplacement(attribute: Attribute, place: Place): boolean {
  if (attribute.parts.replaces !== true) return false;
  if (isLeftToProvider(attribute, place) && place.planned instanceof Unknown) return false;
  return !agrees(attribute, place.planned, place.prior);
}

/**
 * Keeps the known value if the new one is semantically equal, or if one is null and the other is an empty collection. The
 * latter does not apply to a null that the user cannot have written, as in a required attribute after an import.
 */
export const keepKnownIfEqual: AttributeRule = (attribute, { planned, prior, existed }) => {
  const isForm = existed && (prior !== null || attribute.parts.presence === "optional");
  if (isForm && areBothEmpty(attribute, planned, prior)) return prior;
  return keepEqualParts(attribute.parts.shape, planned, prior);
};

function isLeftToProvider({ parts }: Attribute, { configured }: Place): boolean {
  return configured === null && (parts.presence === "computed" || parts.presence === "optional_computed");
}
