/**
 * `prefix`: the start of every SID. `path`: the collection below the base URL, without `.json`. `pausable`: whether the kind has
 * pause and resume.
 */
const rows = {
  host: { prefix: "HT", path: "/rbl/hosts", pausable: true },
  monitoring_profile: { prefix: "RP", path: "/rbl/profiles", pausable: false },
  source: { prefix: "RB", path: "/rbl/sources", pausable: true },
  certificate_monitor: { prefix: "CM", path: "/cert/monitors", pausable: true },
  certificate_profile: { prefix: "CP", path: "/cert/profiles", pausable: false },
  contact: { prefix: "CO", path: "/contact/contacts", pausable: true },
  contact_group: { prefix: "CG", path: "/contact/groups", pausable: false },
} as const;

/**
 * The words for a kind: its `title` for messages, also `withArticle` and in the `plural`, and the `pluralName` of data sources, files
 * and variables with several objects.
 */
export function wordsOf(kind: string) {
  const title = kind.replaceAll("_", " ");
  const withArticle = `${/^[aeiou]/.test(title) ? "an" : "a"} ${title}`;
  const plural = `${title.replace(/y$/, "ie")}s`;
  return { title, withArticle, plural, pluralName: plural.replaceAll(" ", "_") };
}

/** The kinds of objects (docs/design/api.md#identifiers and Endpoints). All names and titles follow from the kind. */
export const kinds = Object.fromEntries(
  Object.entries(rows).map(([kind, row]) => [kind, { ...row, ...wordsOf(kind) }]),
) as { readonly [K in keyof typeof rows]: (typeof rows)[K] & ReturnType<typeof wordsOf> };

/** A kind of object, named like its Terraform resource. */
export type Kind = keyof typeof kinds;

/** The names of all kinds. Each comes before those to which its objects refer, and can be deleted before them. */
export const kindNames = Object.keys(kinds) as Kind[];

/** Kinds whose objects can be paused and resumed. */
export type PausableKind = { [K in Kind]: (typeof kinds)[K]["pausable"] extends true ? K : never }[Kind];

/** The kinds whose lists have only active objects; those of others have all (docs/design/api.md#source). */
export const activeOnlyKinds: readonly Kind[] = ["source"];

/** The kinds that require a paid plan: others get 403 (docs/design/api.md#source). */
export const paidKinds: readonly Kind[] = ["monitoring_profile", "source"];

/** The kinds that every plan of an account includes. Certificates may be a feature of their own (docs/design/api.md#errors). */
export const includedKinds: readonly Kind[] = ["host", "contact", "contact_group"];

/** The kinds whose objects can be paused (docs/design/api.md#states). */
export const pausableKinds = kindNames.filter((kind): kind is PausableKind => kinds[kind].pausable);
