/**
 * `prefix`: the start of every SID. `path`: the collection below the base URL, without `.json`. `pausable`: whether the kind has
 * pause and resume. `listsAll`: whether the list has every object; that of sources has only active ones
 * (docs/design/api.md#source).
 */
const rows = {
  host: { prefix: "HT", path: "/rbl/hosts", pausable: true, listsAll: true },
  monitoring_profile: { prefix: "RP", path: "/rbl/profiles", pausable: false, listsAll: true },
  source: { prefix: "RB", path: "/rbl/sources", pausable: true, listsAll: false },
  certificate_monitor: { prefix: "CM", path: "/cert/monitors", pausable: true, listsAll: true },
  certificate_profile: { prefix: "CP", path: "/cert/profiles", pausable: false, listsAll: true },
  contact: { prefix: "CO", path: "/contact/contacts", pausable: true, listsAll: true },
  contact_group: { prefix: "CG", path: "/contact/groups", pausable: false, listsAll: true },
} as const;

/** The kinds of objects (docs/design/api.md#identifiers and Endpoints), with their `title` and its `plural` for messages. */
export const kinds = Object.fromEntries(
  Object.entries(rows).map(([kind, row]) => {
    const title = kind.replace("_", " ");
    return [kind, { ...row, title, plural: `${title}s` }];
  }),
) as { readonly [K in keyof typeof rows]: (typeof rows)[K] & Record<"title" | "plural", string> };

/** A kind of object, named like its Terraform resource. */
export type Kind = keyof typeof kinds;

/** The names of all kinds. */
export const kindNames = Object.keys(kinds) as Kind[];

/** Kinds whose objects can be paused and resumed. */
export type PausableKind = { [K in Kind]: (typeof kinds)[K]["pausable"] extends true ? K : never }[Kind];

/** The kinds that require a paid plan: others get 403 (docs/design/api.md#source). */
export const paidKinds: readonly Kind[] = ["monitoring_profile", "source"];

/** The kinds whose objects can be paused (docs/design/api.md#states). */
export const pausableKinds = kindNames.filter((kind): kind is PausableKind => kinds[kind].pausable);
