import { wireFields } from "../../../provider/managed/wire";
import { isSecretDestination } from "../../../service/destinations";
import { references as referencesOf, referencesTo } from "../../../service/fields";
import { type Kind, kinds } from "../../../service/kinds";
import { type Type, unknown, type Value } from "../../../terraform";
import type { AccountLists } from "../../account/lists";
import { resourceOf } from "../../account/names";
import type { Candidate, Expression, Item, Variable } from "./declaration";
import { readableName } from "./names";
import { plainLine } from "./output/plain-text";

/** The kind of the objects that an attribute names by SID; undefined for other attributes. */
function referredKind(kind: Kind, attribute: string): Kind | undefined {
  const wire = wireFields(resourceOf(kind).attributes).find(({ name }) => name === attribute);
  return wire && referencesOf[kind][wire.field];
}

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

/** A value as code: sets sorted, and SIDs of declared objects as references. */
export function expressionOf(
  kind: Kind,
  attribute: string,
  value: Value,
  references: References,
): Expression {
  const to = referredKind(kind, attribute);
  if (!Array.isArray(value)) return itemOf(value, to, references);
  return { is: "list", items: value.map((item) => itemOf(item, to, references)).sort(inOrder) };
}

function itemOf(value: Value, to: Kind | undefined, { lists, names }: References): Item {
  if (typeof value === "boolean" || typeof value === "number") return { is: "literal", value };
  const text = String(value);
  if (to === undefined) return { is: "text", text };
  const name = names.get(text);
  return name === undefined
    ? { is: "text", text, comment: describe(lists, to, text) }
    : { is: "reference", kind: to, name };
}

/** A short description of an object for a comment. */
function describe(lists: AccountLists, kind: Kind, id: string): string {
  const object = lists.find(id);
  if (object !== undefined) return plainLine(readableName(kind, object));
  const { title, plural } = kinds[kind];
  return lists.has(kind) ? `a ${title} that the list of ${plural} does not show` : `a ${title}`;
}

/** Numbers by size, references by name before other SIDs, and these by their comments. */
function inOrder(a: Item, b: Item): number {
  if (a.is === "literal" && b.is === "literal") return Number(a.value) - Number(b.value);
  const [first, second] = [rank(a), rank(b)];
  return Number(first > second) - Number(first < second);
}

function rank(item: Item): string {
  if (item.is === "reference") return `0${item.name}`;
  return item.is === "text" ? `1${item.comment ?? ""}\n${item.text}` : "2";
}

/**
 * The variable for an argument whose value the code does not contain: one that is required and that the API does not return, or
 * a destination that is a credential, with which anyone can post to it.
 * @param name what Terraform calls the object
 */
export function variableFor(
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
