import { wireFields } from "../../../provider/managed/wire";
import { isSecretDestination } from "../../../service/destinations";
import { references as referencesOf, referencesTo } from "../../../service/fields";
import { type Kind, kinds } from "../../../service/kinds";
import { type Type, unknown, type Value } from "../../../terraform";
import type { AccountLists } from "../../account/lists";
import { resourceOf } from "../../account/names";
import { type Candidate, type Expression, type Item, textItem, type Variable } from "./declaration";
import { readableName } from "./names";
import { plainLine } from "./output/plain-text";

/** Whether objects of other kinds refer to those of the kind. */
export function isReferredTo(kind: Kind): boolean {
  return referencesTo(kind).length > 0;
}

/** The kinds, and those to which their objects refer. */
export function withReferredTo(kinds: readonly Kind[]): readonly Kind[] {
  return [...new Set([...kinds, ...kinds.flatMap((kind) => Object.values(referencesOf[kind]))])];
}

/** The data for references: the names of declared objects, by id, and all lists. */
export interface References {
  readonly lists: AccountLists;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The value of an argument as code: sets sorted, SIDs of declared objects as references, and a variable for what the code does
 * not contain.
 * @param name what Terraform calls the object
 */
export function expressionOf(
  candidate: Candidate,
  attribute: string,
  name: string,
  references: References,
): Expression {
  const variable = variableFor(candidate, attribute, name);
  if (variable !== undefined) return { code: (language) => language.variable(variable.name), uses: variable };
  const { kind, configuration } = candidate;
  const wire = wireFields(resourceOf(kind).attributes).find((each) => each.name === attribute);
  const to = wire && referencesOf[kind][wire.field];
  const value = configuration[attribute] ?? null;
  if (candidate.added.has(attribute))
    return {
      code: (language) => language.unchecked(String(value)),
      comment: "added by the service, for existing objects only",
    };
  if (!Array.isArray(value)) return itemOf(value, to, references);
  const items = value.map((item) => itemOf(item, to, references));
  return items.sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)));
}

/**
 * A value, and what decides its place in a list: numbers by size, references by name before other SIDs, these by comment.
 * @param to the kind of the objects that it names by SID; undefined for other values
 */
function itemOf(
  value: Value,
  to: Kind | undefined,
  { lists, names }: References,
): Item & { readonly order: string | number } {
  if (typeof value === "boolean" || typeof value === "number")
    return { code: () => String(value), order: Number(value) };
  const text = String(value);
  if (to === undefined) return { ...textItem(text), order: text };
  const name = names.get(text);
  if (name !== undefined)
    return { code: (language) => language.reference(to, name), uses: to, order: `0${name}` };
  const comment = describe(lists, to, text);
  return { ...textItem(text), comment, order: `1${comment}\n${text}` };
}

/** A short description of an object for a comment. */
function describe(lists: AccountLists, kind: Kind, id: string): string {
  const object = lists.find(id);
  if (object !== undefined) return plainLine(readableName(kind, object));
  const { withArticle, plural } = kinds[kind];
  return lists.has(kind) ? `${withArticle} that the list of ${plural} does not show` : withArticle;
}

/**
 * The variable for an argument whose value the code does not contain: one that is required and that the API does not return, or
 * a destination that is a credential, with which anyone can post to it.
 */
function variableFor(
  { kind, object, configuration, state }: Candidate,
  attribute: string,
  name: string,
): Variable | undefined {
  const value = configuration[attribute];
  // One for all objects of the kind (docs/design/open-points.md#2).
  if (value === unknown) {
    const type = resourceOf(kind).attributes[attribute]?.type;
    return {
      name: `${kind}_${attribute}`,
      description: `The ${attribute} of ${kinds[kind].plural}. The API does not return it, so the first apply writes this value.`,
      type: type === undefined ? "any" : typeText(type),
    };
  }
  if (kind !== "contact" || attribute !== "contact" || !isSecretDestination(state.type)) return undefined;
  const label = plainLine(readableName(kind, object));
  return {
    name: `contact_${name}`,
    description: `Destination of the contact ${label}. It is a credential: add sensitive = true after the first apply to hide it in plans.`,
    type: "string",
    value: String(value),
  };
}

/** The type of an attribute as Terraform writes it. */
function typeText(type: Type): string {
  return "element" in type ? `${type.kind}(${typeText(type.element)})` : type.kind;
}
