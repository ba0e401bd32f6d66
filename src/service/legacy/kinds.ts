import type { Kind } from "../kinds";

/**
 * The kinds of objects in version 3.0 (docs/design/api-3.0.md#resources and Endpoints). `listPath`: the path of the list, below the
 * base URL and without `.json`. `itemPath`: the start of all other paths. `totalField`: the total in a list envelope
 * (docs/design/api-3.0.md#migration (4)).
 */
export const legacyKinds = {
  host: { listPath: "/hosts", itemPath: "/host", totalField: "total_hosts" },
  monitoring_profile: { listPath: "/rblprofiles", itemPath: "/rblprofile", totalField: "total_rbl_profiles" },
  source: { listPath: "/rbls", itemPath: "/rbl", totalField: "total_rbls" },
  contact: { listPath: "/contacts", itemPath: "/contact", totalField: "total_contacts" },
  contact_group: {
    listPath: "/contactgroups",
    itemPath: "/contactgroup",
    totalField: "total_contact_groups",
  },
} as const satisfies { readonly [K in Kind]?: object };

/** A kind of object in version 3.0. */
export type LegacyKind = keyof typeof legacyKinds;

/** Whether version 3.0 supports the kind. It has no certificate monitoring (docs/design/api-3.0.md#migration (9)). */
export function isLegacyKind(kind: Kind): kind is LegacyKind {
  return Object.hasOwn(legacyKinds, kind);
}
