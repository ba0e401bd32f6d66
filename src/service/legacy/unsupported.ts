import { type Kind, kinds } from "../kinds";
import type { Write } from "../requests";
import type { LegacyKind } from "./kinds";
import { type LegacyParameter, legacyParameters } from "./parameters";

/** The message for a kind that version 3.0 does not support. */
export function unsupportedKindReason(kind: Kind): string {
  return `API version 3.0 does not support ${kinds[kind].plural}; use version 4.0`;
}

/** Whether version 3.0 does not have the field, neither in requests nor in responses. */
export function isUnsupportedField(kind: LegacyKind, field: string): boolean {
  return !legacyParameters("create", kind).has(field);
}

/** Whether version 3.0 accepts the field only in a create, so that a change forces replacement. */
export function isCreateOnlyField(kind: LegacyKind, field: string): boolean {
  return !isUnsupportedField(kind, field) && !legacyParameters("update", kind).has(field);
}

/**
 * The fields of a body of version 4.0 that version 3.0 does not support, with messages that follow their names. An empty list in
 * a create is ignored; in an update, it clears the field.
 */
export function unsupportedFields(write: Write, kind: LegacyKind, body: Readonly<Record<string, unknown>>) {
  const parameters = legacyParameters(write, kind);
  return Object.entries(body).flatMap(([field, value]) => {
    if (value === undefined || (write === "create" && isEmpty(value))) return [];
    const parameter = parameters.get(field);
    const reason =
      parameter === undefined
        ? missingFieldReason(kind, field)
        : unsupportedValueReason(kind, parameter, value);
    return reason === undefined ? [] : [{ field, reason }];
  });
}

function missingFieldReason(kind: LegacyKind, field: string): string {
  const lack = isUnsupportedField(kind, field) ? "does not support" : "cannot change";
  return `API version 3.0 ${lack} this field of ${kinds[kind].withArticle}; use version 4.0`;
}

function unsupportedValueReason(kind: LegacyKind, { form }: LegacyParameter, value: unknown) {
  const { withArticle } = kinds[kind];
  if (form === "sid" && Array.isArray(value) && value.length > 1)
    return `API version 3.0 accepts one value when ${withArticle} is created, not ${value.length}; add the others after the create, or use version 4.0`;
  if (typeof form === "string" || form.includes(String(value))) return undefined;
  const words = form.join(", ");
  return `API version 3.0 supports only ${words} for ${withArticle}; use version 4.0`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
