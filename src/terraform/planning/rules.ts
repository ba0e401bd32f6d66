import { equal } from "../values/equal";
import { isWhollyKnown } from "../values/known";
import { unknown, type Value } from "../values/value";
import type { AttributeRule, Place } from "./attribute-rule";

/** What the user leaves out gets its default. */
export const withDefaults: AttributeRule = (attribute, { planned, configured, isInConfig }) =>
  attribute.parts.presence === "defaulted" && isInConfig && configured === null
    ? (attribute.parts.defaultValue as Value)
    : planned;

/** What only the provider may see is planned as nothing. */
export const withoutWriteOnly: AttributeRule = (attribute, { planned }) =>
  attribute.parts.writeOnly ? null : planned;

/** Another spelling of what is there already is planned as what is there. */
export const withPriorSpelling: AttributeRule = (attribute, { planned, prior }) => {
  const { sameMeaning } = attribute.parts.shape.parts;
  if (sameMeaning === undefined || prior === null || planned === null || !isWhollyKnown(planned))
    return planned;
  return sameMeaning(prior, planned) ? prior : planned;
};

/** What the service decides may change with anything else, unless the schema says that it stays. */
export const withComputedUnknown: AttributeRule = (attribute, place) => {
  const { presence, keepsPrior } = attribute.parts;
  const isComputed = presence === "computed" || presence === "optional_computed";
  if (!isComputed || !place.isInConfig || place.configured !== null) return place.planned;
  return keepsPrior && place.existed ? place.prior : unknown;
};

/** Whether the schema asks for a new object because this attribute changes. */
export function asksForReplacement(attribute: Parameters<AttributeRule>[0], place: Place): boolean {
  return (
    attribute.parts.replaces === true && place.existed && !equal(attribute.type, place.prior, place.planned)
  );
}

/**
 * For what was read: another spelling of what state holds is held as it was, and so is a collection that is empty
 * in one form and absent in the other.
 */
export const withStateSpelling: AttributeRule = (attribute, place) => {
  const { planned, prior } = place;
  const isChoice = attribute.parts.presence === "optional" && place.existed;
  if (
    isChoice &&
    isEmptyCollection(attribute.type.kind, planned) &&
    isEmptyCollection(attribute.type.kind, prior)
  ) {
    return prior;
  }
  return withPriorSpelling(attribute, place);
};

function isEmptyCollection(kind: string, value: Value): boolean {
  if (!["set", "list", "map"].includes(kind)) return false;
  return value === null || Object.keys(value).length === 0;
}
