import { type ApiVersion, defaultApiVersion } from "../../../service/api-version";
import { references } from "../../../service/fields";
import { type Kind, kindNames } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import type { ObjectValue } from "../../../terraform";

/** An object to declare, with its configuration. */
export interface Candidate {
  readonly kind: Kind;
  readonly object: ServiceObject<Kind>;
  readonly state: ObjectValue;
  /** Null for an attribute that is not set; unknown for a required one that the API does not return. */
  readonly configuration: ObjectValue;
}

/** A value as code writes it, whatever the language. */
export type Expression = Item | { readonly is: "list"; readonly items: readonly Item[] };

export type Item =
  | { readonly is: "text"; readonly text: string; readonly comment?: string }
  | { readonly is: "literal"; readonly value: number | boolean }
  /** The id of an object that is declared, too. */
  | { readonly is: "reference"; readonly kind: Kind; readonly name: string }
  | { readonly is: "variable"; readonly variable: Variable };

/** The comment behind an expression, if it has one. */
export function commentOf(expression: Expression): string | undefined {
  return expression.is === "text" ? expression.comment : undefined;
}

export interface Argument {
  readonly attribute: string;
  readonly value: Expression;
}

/** An object as code declares it; `name` is what Terraform calls it, unique within its kind. */
export interface Declaration {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  readonly arguments: readonly Argument[];
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

/** An object that is not declared, and why, in sentences. */
export interface LeftOut {
  readonly kind: Kind;
  readonly id: string;
  /** Its name for people. */
  readonly label: string;
  readonly reason: string;
}

/** An account, or a part of it, as code. Everything is in an order that does not depend on the service's. */
export interface Adoption {
  /** The API version with which the account was read, and which the code uses. */
  readonly apiVersion: ApiVersion;
  readonly declarations: readonly Declaration[];
  readonly variables: readonly Variable[];
  readonly leftOut: readonly LeftOut[];
  /** Further notes for people, in sentences. */
  readonly notes: readonly string[];
}

/** The provider in the code: a comment about the account, and the API version unless it is the default. */
export function providerOf({ apiVersion }: Adoption) {
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
export function byKind<T extends { readonly kind: Kind }>(
  objects: readonly T[],
): ReadonlyMap<Kind, readonly T[]> {
  const groups = kindsInOrder.map(
    (kind) => [kind, objects.filter((object) => object.kind === kind)] as const,
  );
  return new Map(groups.filter(([, ofKind]) => ofKind.length > 0));
}

/** The file with the values of credentials. Terraform reads it by itself. */
export const credentialsName = "credentials.auto.tfvars";
