import { type Kind, kinds } from "../service/kinds";
import { type Attribute, bool, set, string } from "../terraform";
import { field, notSent } from "./managed/wire";
import { listItem, sid } from "./shapes";
import { changesInPlace, described } from "./text";

/** The SID of the object itself. */
export function objectId(kind: Kind, ...more: readonly string[]): Attribute<string, "computed"> {
  const { title, prefix } = kinds[kind];
  return sid(kind)
    .computed(described(`SID of the ${title}, \`${prefix}…\`.`, ...more))
    .keepsPrior()
    .annotate(notSent);
}

/** A name or label: 1 to 255 Unicode characters (docs/design/api.md#limits). */
export function label(about: string): Attribute<string, "required"> {
  return string()
    .check((text, report) => {
      const length = [...text].length;
      if (length < 1 || length > 255) report.error(`must have 1 to 255 characters; it has ${length}`);
    })
    .required(described(about, "1 to 255 characters.", changesInPlace));
}

/** The contact groups of an object: at least one (docs/design/api.md#host). */
export function contactGroups(
  about: string,
  ...more: readonly string[]
): Attribute<readonly string[], "required"> {
  return set(sid("contact_group"))
    .check((groups, report) => groups.length > 0 || report.error("must have at least one contact group"))
    .required(described(about, "At least one.", ...more, changesInPlace))
    .annotate(field("contact_group"));
}

/** The tags of an object (docs/design/api.md#host). */
export function tags(
  example: string,
  owner: string,
  ...more: readonly string[]
): Attribute<readonly string[], "optional"> {
  return set(listItem("tags")).optional(
    described(
      `Tags for filtering, such as \`["${example}"]\`.`,
      `Tags cannot contain commas. If omitted, the ${owner} has no tags.`,
      changesInPlace,
      ...more,
    ),
  );
}

/** Whether an object is paused, which separate requests change. */
export function paused(about: string): Attribute<boolean, "defaulted"> {
  return bool()
    .default(false, described(about, "Defaults to `false`.", changesInPlace))
    .annotate(notSent);
}
