import fc from "fast-check";
import type { Fields } from "../../../../src/emulator/account/objects";
import {
  contactTypes,
  frequencies,
  protocols,
  schedules,
  sourceTypes,
} from "../../../../src/service/enumerations";
import type { Kind } from "../../../../src/service/kinds";

/** The SIDs of objects to which others may refer. */
export interface References {
  readonly profiles: readonly string[];
  readonly certificateProfiles: readonly string[];
  readonly groups: readonly string[];
  readonly sources: readonly string[];
}

/** A change of an object between two readings. */
export type Fate = { readonly as: "kept" | "removed" } | { readonly as: "changed"; readonly fields: Fields };

/** An object to be. */
export interface Planned {
  readonly kind: Kind;
  readonly fields: Fields;
  readonly isDeclared: boolean;
  readonly fate: Fate;
}

/** The last two are one text in two normal forms: Terraform keeps one of them. */
const name = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }),
  fc.constantFrom("Café", "Cafe\u0301"),
);
const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const items = fc.uniqueArray(word, { maxLength: 4 });
const hostname = word.map((label) => `${label}.example.com`);
const someOf = (ids: readonly string[]) => fc.subarray([...ids], { minLength: 1 });
const oneOf = (ids: readonly string[]) => fc.constantFrom(...ids);

/** Arbitrary fields of each kind; all may be changed. */
function fieldsOf(
  refer: References,
): Readonly<Record<Kind, Readonly<Record<string, fc.Arbitrary<unknown>>>>> {
  const paused = fc.boolean();
  const notifying = { name, contact_group: someOf(refer.groups), tags: items, paused };
  return {
    host: { host: hostname, profile: oneOf(refer.profiles), ...notifying },
    monitoring_profile: {
      name,
      frequency: oneOf(frequencies),
      sync_method: fc.constantFrom("stay_in_sync", "use_my_selections"),
      entries: someOf(refer.sources),
    },
    source: { host: hostname, type: oneOf(sourceTypes), custom_codes: items, paused },
    certificate_monitor: {
      hostname,
      protocol: oneOf(protocols),
      profile: oneOf(refer.certificateProfiles),
      ...notifying,
    },
    certificate_profile: {
      name,
      expiration_thresholds: fc.uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 5 }),
      alert_on_changes: fc.boolean(),
      alert_on_caa_failure: fc.boolean(),
    },
    contact: {
      contact: hostname.map((host) => `ops@${host}`),
      type: oneOf(contactTypes),
      schedule: oneOf(schedules),
      contact_group: someOf(refer.groups),
      paused,
    },
    contact_group: { name },
  };
}

/** Up to 30 objects of all kinds, each declared or not, and each with its fate. */
export function plannedObjects(refer: References): fc.Arbitrary<readonly Planned[]> {
  const planned = Object.entries(fieldsOf(refer)).map(([kind, fields]) =>
    fc.record({
      kind: fc.constant(kind as Kind),
      fields: fc.record(fields),
      isDeclared: fc.boolean(),
      fate: fc.oneof<fc.Arbitrary<Fate>[]>(
        fc.record({ as: fc.constantFrom("kept" as const, "removed" as const) }),
        fc.record({ as: fc.constant("changed" as const), fields: fc.record(fields, { requiredKeys: [] }) }),
      ),
    }),
  );
  return fc.array(fc.oneof(...planned), { maxLength: 30 });
}
