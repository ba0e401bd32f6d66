import type { Attribute } from "../schema/attribute";
import { Unknown, unknown, type Value } from "../values/value";
import { type AttributeRule, type Place, Whole } from "./attribute-rule";
import { agree, areBothEmpty, isFilledIn } from "./matching-element";
import { hasMeaning, isSemanticallyEqual, respelled } from "./semantic-equality";

/**
 * What the user leaves out gets its default. Within a default, what the provider filled in before stays: Terraform's
 * merge with the prior state does not see it, since nothing of it is configured.
 */
export const withDefaults: AttributeRule = (
  attribute,
  { planned, configured, isConfigured, existed, prior },
) => {
  if (configured !== null) return planned;
  if (!isConfigured) return planned === null && existed && isFilledIn(attribute) ? prior : planned;
  return attribute.parts.presence === "defaulted" ? (attribute.parts.defaultValue as Value) : planned;
};

/** What only the provider may see is planned as nothing. */
export const withoutWriteOnly: AttributeRule = (attribute, { planned }) =>
  attribute.parts.writeOnly ? null : planned;

/**
 * Another spelling of what is there already is planned as what is there. As a whole only: Terraform takes either
 * what is configured or what was there before, and no mixture.
 */
export const withPriorSpelling: AttributeRule = (attribute, { planned, prior }) => {
  const { shape } = attribute.parts;
  return hasMeaning(shape) && isSemanticallyEqual(shape, prior, planned) ? prior : planned;
};

/** What the service decides may change with anything else, unless the schema says that it stays, parts and all. */
export const withComputedUnknown: AttributeRule = (attribute, place) => {
  if (!isLeftOpen(attribute, place)) return place.planned;
  return attribute.parts.keepsPrior && place.existed ? new Whole(place.prior) : unknown;
};

/**
 * Whether the schema asks for a new object because this attribute changes. What the user does not set does not ask
 * by being unknown, or every update would.
 */
export function asksForReplacement(attribute: Attribute, place: Place): boolean {
  if (attribute.parts.replaces !== true) return false;
  if (isLeftOpen(attribute, place) && place.planned instanceof Unknown) return false;
  return !agree(attribute, place.planned, place.prior);
}

/**
 * Another spelling of what is known is held as it is known, and so is a collection that is empty in one form and
 * absent in the other. Absent where the user must say something (as after an import) is no form of the user's.
 */
export const withKnownSpelling: AttributeRule = (attribute, { planned, prior, existed }) => {
  const isForm = existed && (prior !== null || attribute.parts.presence === "optional");
  if (isForm && areBothEmpty(attribute, planned, prior)) return prior;
  return respelled(attribute.parts.shape, planned, prior);
};

function isLeftOpen({ parts }: Attribute, { configured }: Place): boolean {
  return configured === null && (parts.presence === "computed" || parts.presence === "optional_computed");
}
