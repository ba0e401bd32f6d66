import { parseSubnet, sourceTypeOf } from "../addresses";
import { contactTypes, frequencies, schedules, syncMethods } from "../enumerations";
import type { FormBody } from "../form";
import type { Write } from "../requests";
import type { LegacyKind } from "./kinds";

/** Host types in version 3.0: address, domain name, subnet (docs/design/api-3.0.md#resources). */
const legacyHostTypes = ["rbl", "uribl", "ip_range"] as const;

/** Types of an RBL in version 3.0 (docs/design/api-3.0.md#resources and Rules). */
export const legacySourceTypes = ["rbl", "uribl"] as const;

/**
 * The form of a parameter in a body: `sid` is one SID, `sids` are comma-separated SIDs, `flag` is 0 or 1, `target` is an address,
 * a domain name or the SID of a host. An array has the accepted values.
 */
export type LegacyForm = "text" | "target" | "flag" | "sid" | "sids" | readonly string[];

/** A parameter of a write in version 3.0. */
export interface LegacyParameter {
  /** Its name in version 4.0, if different; null if 4.0 does not have it. */
  readonly currentName?: string | null;
  readonly form: LegacyForm;
  /** Whether a create requires it. */
  readonly required?: boolean;
}

/** Parameters of an operation of version 3.0, by name. */
export type LegacyParameters = Readonly<Record<string, LegacyParameter>>;

/** A parameter of objects. An update accepts it, perhaps in another form, unless that is null. */
type ObjectParameter = LegacyParameter & { readonly updateForm?: LegacyForm | null };

/** Parameters of creates and updates in version 3.0 (docs/design/api-3.0.md#parameters). */
const objectParameters: Readonly<Record<LegacyKind, Readonly<Record<string, ObjectParameter>>>> = {
  host: {
    host: { form: "text", required: true, updateForm: null },
    name: { form: "text", required: true },
    type: { form: legacyHostTypes, required: true, currentName: null, updateForm: null },
    rbl_profile: { form: "sid", currentName: "profile" },
    contact_group: { form: "sid", updateForm: "sids" },
  },
  monitoring_profile: {
    name: { form: "text", required: true },
    frequency: { form: frequencies, required: true },
    is_default: { form: "flag" },
    entries: { form: "sids" },
    sync_method: { form: syncMethods },
  },
  source: { type: { form: legacySourceTypes, required: true }, host: { form: "text", required: true } },
  contact: {
    contact: { form: "text", required: true, updateForm: null },
    type: { form: contactTypes, required: true, updateForm: null },
    schedule: { form: schedules, required: true },
    contact_group: { form: "sids" },
  },
  contact_group: { name: { form: "text", required: true }, is_default: { form: "flag" } },
};

/** The parameters of a write of objects. An update requires none. */
export function legacyWriteParameters(write: Write, kind: LegacyKind): LegacyParameters {
  if (write === "create") return objectParameters[kind];
  return Object.fromEntries(
    Object.entries(objectParameters[kind]).flatMap(([name, { updateForm, required: _, ...parameter }]) =>
      updateForm === null ? [] : [[name, { ...parameter, form: updateForm ?? parameter.form }]],
    ),
  );
}

/** The parameters of a write by their name in version 4.0. */
export function legacyParameters(write: Write, kind: LegacyKind) {
  const parameters = Object.entries(legacyWriteParameters(write, kind));
  return new Map(
    parameters.flatMap(([name, parameter]) =>
      parameter.currentName === null
        ? []
        : [[parameter.currentName ?? name, { ...parameter, name }] as const],
    ),
  );
}

/**
 * Converts a body of version 4.0 to version 3.0 (docs/design/api-3.0.md#parameters). It must not have {@link unsupportedFields}.
 * Absent and empty fields are preserved, because they differ in meaning for `entries` (docs/design/api-3.0.md#rules (1)).
 */
export function legacyBody(write: Write, kind: LegacyKind, body: FormBody): FormBody {
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

/** The type of a host in version 3.0, which 4.0 does not have (docs/design/api-3.0.md#migration (6)); undefined for invalid hosts. */
export function legacyHostType(host: string): (typeof legacyHostTypes)[number] | undefined {
  if (parseSubnet(host) !== undefined) return "ip_range";
  const type = sourceTypeOf(host);
  return type === "rbl_v6" ? "rbl" : type;
}
