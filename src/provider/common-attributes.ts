import type { Field, Fields } from "../service/field";
import { fields } from "../service/fields";
import { type Kind, kinds } from "../service/kinds";
import { isLegacyKind } from "../service/legacy/kinds";
import { isCreateOnlyField, isUnsupportedField } from "../service/legacy/unsupported";
import { sid } from "../service/rules";
import { Attribute, bool } from "../terraform";
import { field } from "./managed/wire";
import { shapeOf } from "./shapes";
import { changesInPlace, described, forcesReplacement, requiresVersion4 } from "./text";

/** How users set the attribute of a field. */
const presences = {
  required: "required",
  optional: "optional",
  decided: "optional_computed",
  defaulted: "defaulted",
  returned: "computed",
} as const;

/** The attribute of a field. */
type FieldAttribute<F> = F extends Field<infer T, infer P> ? Attribute<T, (typeof presences)[P]> : never;

/**
 * Returns a function that creates the attributes of a kind's fields. The table of fields determines their types, validation, and
 * how they are set and changed; descriptions say so after `about` and `setting`.
 */
export function fieldsOf<K extends Kind>(kind: K) {
  return <N extends keyof (typeof fields)[K] & string>(
    name: N,
    about: string,
    ...setting: readonly string[]
  ): FieldAttribute<(typeof fields)[K][N]> => {
    const own = fields[kind][name] as Field;
    const { rule, presence, isUpdatable, defaultValue } = own;
    const attribute = new Attribute({
      shape: shapeOf(rule),
      presence: presences[presence],
      description: described(about, ...sentencesOf(about, own, setting), ...changesOf(kind, name, own)),
      defaultValue,
      keepsPrior: presence === "decided",
      replaces: !isUpdatable,
      note: field(name),
    });
    // The attribute of this field; TypeScript cannot infer that.
    return attribute as FieldAttribute<(typeof fields)[K][N]>;
  };
}

/** The attribute of a field that only the service sets. */
export function returnedField(kind: Kind, name: string, about: string): Attribute<unknown, "computed"> {
  const { rule } = (fields[kind] as Fields)[name] as Field;
  return shapeOf(rule).computed(about).annotate(field(name));
}

function sentencesOf(about: string, { rule, defaultValue }: Field, setting: readonly string[]): string[] {
  // A list in the first paragraph explains the values.
  const isExplained = about.includes("\n- ");
  return [
    ...(rule.sentence === undefined || isExplained ? [] : [rule.sentence]),
    ...setting,
    ...(defaultValue === undefined ? [] : [`Defaults to \`${defaultValue}\`.`]),
  ];
}

function changesOf(kind: Kind, name: string, { isUpdatable }: Field): string[] {
  if (!isUpdatable) return [forcesReplacement];
  if (!isLegacyKind(kind)) return [changesInPlace];
  if (isUnsupportedField(kind, name)) return [changesInPlace, requiresVersion4];
  return isCreateOnlyField(kind, name)
    ? ["Can be changed in place with API version 4.0. With version 3.0, changing this forces replacement."]
    : [changesInPlace];
}

/** The SID of the object itself. */
export function objectId(kind: Kind, ...more: readonly string[]): Attribute<string, "computed"> {
  const { title, prefix } = kinds[kind];
  return shapeOf(sid(kind))
    .computed(described(`SID of the ${title}, \`${prefix}…\`.`, ...more))
    .keepsPrior();
}

/** Whether an object is paused, which separate requests change. */
export function paused(about: string): Attribute<boolean, "defaulted"> {
  return bool().default(false, described(about, "Defaults to `false`.", changesInPlace));
}
