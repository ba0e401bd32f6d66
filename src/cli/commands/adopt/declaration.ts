import { type ApiVersion, defaultApiVersion } from "../../../service/api-version";
import { references } from "../../../service/fields";
import { type Kind, kindNames } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import type { ObjectValue } from "../../../terraform";
import { widthOf } from "../../output/terminal";

/** An object to declare, with its configuration. */
export interface Candidate {
  readonly kind: Kind;
  readonly object: ServiceObject<Kind>;
  readonly state: ObjectValue;
  /** Null for an attribute that is not set; unknown for a required one that the API does not return. */
  readonly configuration: ObjectValue;
  /** The attributes with a word that the service added: the provider accepts it only of objects that have it. */
  readonly added: ReadonlySet<string>;
}

/** An object as code declares it; `name` is what Terraform calls it, unique within its kind. */
export interface Declaration {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly arguments: readonly Argument[];
}

/** The provider in the code: a comment about the account, and the API version unless it is the default. */
export function providerOf({ apiVersion }: { readonly apiVersion: ApiVersion }) {
  const isUsual = apiVersion === defaultApiVersion;
  const root = isUsual ? "RBLMONITOR_BASE_URL" : "RBLMONITOR_LEGACY_BASE_URL";
  return {
    comment: `The account is not written here: ${root}, RBLMONITOR_ACCOUNT_SID and RBLMONITOR_AUTH_TOKEN name it.`,
    version: isUsual ? undefined : apiVersion,
  };
}

/** The kinds in the order in which they are declared: what others refer to comes before them. */
export const kindsInOrder: readonly Kind[] = [
  ...new Set((["contact", ...kindNames] as const).flatMap(afterReferences)),
];

/** A kind after those to which it refers. */
function afterReferences(kind: Kind): Kind[] {
  return [...Object.values(references[kind]).flatMap(afterReferences), kind];
}

/** The objects of each kind that has some. */
export function byKind<T extends { readonly kind: Kind }>(objects: readonly T[]) {
  const groups = kindsInOrder.map(
    (kind) => [kind, objects.filter((object) => object.kind === kind)] as const,
  );
  return new Map(groups.filter(([, ofKind]) => ofKind.length > 0));
}

/** The values in declarations, those of lists one by one. */
export function itemsIn(declarations: readonly Declaration[]): readonly Item[] {
  return declarations.flatMap(({ arguments: all }) => all.flatMap(({ value }) => value));
}

/** How a language writes the parts of a value. */
export interface Language {
  /** The mark before a comment that ends its line. */
  readonly comment: string;
  text(text: string): string;
  /** A text that only Terraform may check: the library would refuse it. */
  unchecked(text: string): string;
  /** The id of a declared object. */
  reference(kind: Kind, name: string): string;
  variable(name: string): string;
}

/** A value that the code does not contain: one that the API does not return, or a credential. */
export interface Variable {
  readonly name: string;
  readonly description: string;
  /** A type as Terraform writes it. */
  readonly type: string;
  /** A credential: its value, which stands in the file of credentials alone. */
  readonly value?: string;
}

/** A value without parts, as code of any language. */
export interface Item {
  code(language: Language): string;
  readonly comment?: string;
  /** The variable, or the kind of the declared object, that it names. */
  readonly uses?: Variable | Kind;
}

export type Expression = Item | readonly Item[];

/** An argument of a block, or a member of an object. */
export interface Argument {
  /** As Terraform calls it. */
  readonly name: string;
  readonly value: Expression;
}

export function textItem(text: string): Item {
  return { code: (language) => language.text(text) };
}

/**
 * An expression in lines. The first comes behind the name of its argument. A list takes several lines if an item has a comment,
 * or if it is wider than that.
 */
export function valueLines(expression: Expression, language: Language, maxWidth: number): readonly string[] {
  if ("code" in expression) return [expression.code(language)];
  const line = `[${expression.map((item) => item.code(language)).join(", ")}]`;
  if (widthOf(line) <= maxWidth && expression.every(({ comment }) => comment === undefined)) return [line];
  // SIDs are of one length, so that comments behind them stand under each other by themselves.
  const lines = expression.map((item) => `  ${item.code(language)},${commentBehind(item, language)}`);
  return ["[", ...lines, "]"];
}

/** The comment behind a value; empty without one. */
export function commentBehind(value: Expression, { comment: mark }: Language): string {
  return "code" in value && value.comment !== undefined ? ` ${mark} ${value.comment}` : "";
}
