import type { Kind } from "../kinds";

/**
 * The kinds of objects in version 3.0 (docs/design/api-3.0.md#resources and Endpoints). `path`: the start of all paths, below the base
 * URL and with an `s` for the list. `title`: the word in the table of endpoints. `totalField`: the total in a list envelope
 * (docs/design/api-3.0.md#migration (4)).
 */
export const legacyKinds = {
  host: { path: "/host", title: "host", totalField: "total_hosts" },
  monitoring_profile: { path: "/rblprofile", title: "profile", totalField: "total_rbl_profiles" },
  source: { path: "/rbl", title: "RBL", totalField: "total_rbls" },
  contact: { path: "/contact", title: "contact", totalField: "total_contacts" },
  contact_group: { path: "/contactgroup", title: "group", totalField: "total_contact_groups" },
} as const satisfies { readonly [K in Kind]?: object };

/** A kind of object in version 3.0. */
export type LegacyKind = keyof typeof legacyKinds;

/** Whether version 3.0 supports the kind. It has no certificate monitoring (docs/design/api-3.0.md#migration (9)). */
export function isLegacyKind(kind: Kind): kind is LegacyKind {
  return Object.hasOwn(legacyKinds, kind);
}
