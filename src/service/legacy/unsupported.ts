import { type Kind, kinds } from "../kinds";
import type { LegacyKind } from "./kinds";
import { type LegacyParameter, type LegacyWrite, legacyParameters } from "./parameters";

/** Something that version 3.0 does not do: in which field of version 4.0, and why, in words that follow the field's name. */
export interface UnsupportedField {
  readonly field: string;
  readonly reason: string;
}

/** Why version 3.0 knows nothing of that kind of object. */
export function unsupportedKindReason(kind: Kind): string {
  return `version 3.0 of the service has no ${kinds[kind].plural}; version 4.0 has`;
}

/** Whether version 3.0 has no such field of the kind at all, neither in what is written nor in what is told. */
export function isUnsupportedField(kind: LegacyKind, field: string): boolean {
  return !legacyParameters("create", kind).has(field);
}

/** Whether the field is set when the object is made, and never again: in version 3.0 another value needs a new object. */
export function isCreateOnlyField(kind: LegacyKind, field: string): boolean {
  return !isUnsupportedField(kind, field) && !legacyParameters("update", kind).has(field);
}

/**
 * What version 3.0 cannot do of a write in version 4.0's words. To leave something out that it does not have is no lack:
 * an empty list in a create asks for nothing, and one in an update asks to clear what is there.
 */
export function unsupportedFields(
  write: LegacyWrite,
  kind: LegacyKind,
  body: Readonly<Record<string, unknown>>,
): UnsupportedField[] {
  const parameters = legacyParameters(write, kind);
  return Object.entries(body).flatMap(([field, value]) => {
    if (value === undefined || (write === "create" && isEmpty(value))) return [];
    const parameter = parameters.get(field);
    const reason = parameter === undefined ? absent(kind, field) : against(write, kind, parameter, value);
    return reason === undefined ? [] : [{ field, reason }];
  });
}

function absent(kind: LegacyKind, field: string): string {
  const { title } = kinds[kind];
  return isUnsupportedField(kind, field)
    ? `version 3.0 of the service has no such field of a ${title}; version 4.0 has`
    : `version 3.0 of the service sets it when a ${title} is made, and cannot change it; version 4.0 can`;
}

function against(
  write: LegacyWrite,
  kind: LegacyKind,
  { form }: LegacyParameter,
  value: unknown,
): string | undefined {
  const { title } = kinds[kind];
  if (form === "sid" && Array.isArray(value) && value.length > 1)
    return `version 3.0 of the service takes one when a ${title} is made, not ${value.length}; more can be set once it exists, and version 4.0 takes several at once`;
  if (typeof form === "string" || form.includes(String(value))) return undefined;
  const words = form.join(", ");
  return `version 3.0 of the service ${write === "create" ? "makes" : "has"} a ${title} only with ${words}; version 4.0 has more`;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
