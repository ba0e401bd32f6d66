import type { Field } from "../service/field";
import { fields } from "../service/fields";
import { type Kind, kinds } from "../service/kinds";
import { isLegacyKind } from "../service/legacy/kinds";
import { isCreateOnlyField, isUnsupportedField } from "../service/legacy/unsupported";
import { sid } from "../service/rules";
import { Attribute, type Attributes, bool } from "../terraform";
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

type FieldAttribute<F> = F extends Field<infer T, infer P> ? Attribute<T, (typeof presences)[P]> : never;

/** The attributes of the fields that a resource sends, and its SID. */
type KindAttributes<F> = { readonly id: Attribute<string, "computed"> } & {
  readonly [N in keyof F as F[N] extends Field<unknown, "returned">
    ? never
    : F[N] extends { readonly attribute: infer A extends string }
      ? A
      : N]: FieldAttribute<F[N]>;
};

/**
 * The attributes of a kind's resource: its SID, and a field each. The table of fields determines their order, types, validation,
 * and how they are set and changed; descriptions say so.
 */
export function attributesOf<K extends Kind>(kind: K): KindAttributes<(typeof fields)[K]> {
  const rows = Object.entries<Field>(fields[kind]).filter(([, { presence }]) => presence !== "returned");
  const attributes = rows.map(([name, field]) => [field.attribute ?? name, attributeOf(kind, name, field)]);
  // The attributes of these fields; TypeScript cannot infer that.
  return { id: objectId(kind), ...Object.fromEntries(attributes) } as KindAttributes<(typeof fields)[K]>;
}

/** The attributes of the fields that only the service sets, except lists of objects. */
export function returnedAttributes(kind: Kind): Attributes {
  return Object.fromEntries(
    Object.entries<Field>(fields[kind])
      .filter(([, { presence, rule }]) => presence === "returned" && rule.type !== "objects")
      .map(([name, { rule, about }]) => [name, shapeOf(rule).computed(about).annotate(field(name))]),
  );
}

function attributeOf(kind: Kind, name: string, row: Field): Attribute {
  const { rule, presence, isUpdatable, defaultValue, isFixedByPlan, isMovable } = row;
  return new Attribute({
    shape: shapeOf(rule),
    presence: presences[presence],
    description: described(row.about, ...sentencesOf(row), ...changesOf(kind, name, row)),
    defaultValue,
    keepsPrior: presence === "decided",
    replaces: !isUpdatable,
    // The one object that has a flag is declared with it.
    ...(isMovable && { generatedIf: (object) => object[name] === true }),
    note: field(name, { fixedByPlan: isFixedByPlan, movable: isMovable }),
  });
}

function sentencesOf({ rule, about, setting, defaultValue }: Field): string[] {
  // A list in the first paragraph explains the values.
  const isExplained = about.includes("\n- ");
  return [
    ...(rule.sentence === undefined || isExplained ? [] : [rule.sentence]),
    ...setting,
    ...(defaultValue === undefined ? [] : [`Defaults to \`${defaultValue}\`.`]),
  ];
}

function changesOf(kind: Kind, name: string, { isUpdatable }: Field): string[] {
  const change = isUpdatable ? changesInPlace : forcesReplacement;
  if (!isLegacyKind(kind)) return [change];
  if (isUnsupportedField(kind, name)) return [change, requiresVersion4];
  return isUpdatable && isCreateOnlyField(kind, name)
    ? ["Can be changed in place with API version 4.0. With version 3.0, changing this forces replacement."]
    : [change];
}

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
