/**
 * The kinds of objects (docs/design/api.md#identifiers and Endpoints).
 *
 * `prefix`: the start of every SID. `path`: the collection below the base URL, without `.json`. `pausable`: whether the kind has
 * pause and resume. `listsAll`: whether the list has every object; that of sources has only active ones
 * (docs/design/api.md#source).
 */
export const kinds = {
  host: {
    prefix: "HT",
    path: "/rbl/hosts",
    title: "host",
    plural: "hosts",
    pausable: true,
    listsAll: true,
  },
  monitoring_profile: {
    prefix: "RP",
    path: "/rbl/profiles",
    title: "monitoring profile",
    plural: "monitoring profiles",
    pausable: false,
    listsAll: true,
  },
  source: {
    prefix: "RB",
    path: "/rbl/sources",
    title: "source",
    plural: "sources",
    pausable: true,
    listsAll: false,
  },
  certificate_monitor: {
    prefix: "CM",
    path: "/cert/monitors",
    title: "certificate monitor",
    plural: "certificate monitors",
    pausable: true,
    listsAll: true,
  },
  certificate_profile: {
    prefix: "CP",
    path: "/cert/profiles",
    title: "certificate profile",
    plural: "certificate profiles",
    pausable: false,
    listsAll: true,
  },
  contact: {
    prefix: "CO",
    path: "/contact/contacts",
    title: "contact",
    plural: "contacts",
    pausable: true,
    listsAll: true,
  },
  contact_group: {
    prefix: "CG",
    path: "/contact/groups",
    title: "contact group",
    plural: "contact groups",
    pausable: false,
    listsAll: true,
  },
} as const;

/** A kind of object, named like its Terraform resource. */
export type Kind = keyof typeof kinds;

/** Kinds whose objects can be paused and resumed. */
export type PausableKind = { [K in Kind]: (typeof kinds)[K]["pausable"] extends true ? K : never }[Kind];

/** The kinds whose objects can be paused (docs/design/api.md#states). */
export const pausableKinds = (Object.keys(kinds) as Kind[]).filter(
  (kind): kind is PausableKind => kinds[kind].pausable,
);
