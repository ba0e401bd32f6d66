import type { FormBody } from "../form";
import { legacyHostType } from "./host-type";
import type { LegacyKind } from "./kinds";
import { type LegacyForm, type LegacyWrite, legacyParameters } from "./parameters";

/**
 * Converts a body of version 4.0 to version 3.0 (docs/design/api-3.0.md#parameters). It must not have {@link unsupportedFields}.
 * Absent and empty fields are preserved, because they differ in meaning for `entries` (docs/design/api-3.0.md#rules (1)).
 */
export function legacyBody(write: LegacyWrite, kind: LegacyKind, body: FormBody): FormBody {
  const parameters = legacyParameters(write, kind);
  const sent = Object.entries(body).flatMap(([field, value]) => {
    const parameter = parameters.get(field);
    return parameter === undefined || value === undefined
      ? []
      : [[parameter.name, formValue(parameter.form, value)]];
  });
  const type = write === "create" && kind === "host" ? { type: legacyHostType(String(body.host)) } : {};
  return { ...(Object.fromEntries(sent) as FormBody), ...type };
}

/** Converts flags of other bodies to 0 or 1 (docs/design/api-3.0.md#migration (5)). */
export function legacyFlags(body: FormBody): FormBody {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]),
  );
}

function formValue(form: LegacyForm, value: FormBody[string]): FormBody[string] {
  if (form === "flag") return Number(value);
  return form === "sid" && Array.isArray(value) ? value[0] : value;
}
