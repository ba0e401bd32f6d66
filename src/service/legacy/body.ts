import type { FormBody } from "../form";
import { legacyHostType } from "./host-type";
import type { LegacyKind } from "./kinds";
import { type LegacyForm, type LegacyWrite, legacyParameters } from "./parameters";

/**
 * The body of a write as version 3.0 wants it (docs/design/api-3.0.md#parameters), of one in version 4.0's words. What is absent
 * stays absent and what is empty stays empty, which mean different things for `entries` (docs/design/api-3.0.md#rules (1)). It holds nothing
 * that {@link lackingInLegacy} finds.
 */
export function legacyBody(write: LegacyWrite, kind: LegacyKind, body: FormBody): FormBody {
  const parameters = legacyParameters(write, kind);
  const sent = Object.entries(body).flatMap(([field, value]) => {
    const parameter = parameters.get(field);
    return parameter === undefined || value === undefined
      ? []
      : [[parameter.name, inForm(parameter.form, value)]];
  });
  const type = write === "create" && kind === "host" ? { type: legacyHostType(String(body.host)) } : {};
  return { ...(Object.fromEntries(sent) as FormBody), ...type };
}

/** Flags of a body that belongs to no kind, as 0 or 1 (docs/design/api-3.0.md#migration (5)). */
export function legacyFlags(body: FormBody): FormBody {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]),
  );
}

function inForm(form: LegacyForm, value: FormBody[string]): FormBody[string] {
  if (form === "flag") return Number(value);
  return form === "sid" && Array.isArray(value) ? value[0] : value;
}
