import type { Kind } from "../kinds";

/**
 * The kinds of object that version 3.0 knows (docs/design/api-3.0.md#resources and Endpoints). Below its base URL, without `.json`,
 * `list` is the path of the kind's list and `one` starts all its other paths; `total` names the count of a list
 * envelope (docs/design/api-3.0.md#migration (4)).
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

/** A kind of object that version 3.0 knows. */
export type LegacyKind = keyof typeof legacyKinds;

/** Whether version 3.0 knows the kind; it has no certificate monitoring (docs/design/api-3.0.md#migration (9)). */
export function isLegacyKind(kind: Kind): kind is LegacyKind {
  return Object.hasOwn(legacyKinds, kind);
}
