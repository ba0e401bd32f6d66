import { type ApiVersion, defaultApiVersion } from "../../../service/api-version";
import { references } from "../../../service/fields";
import { type Kind, kindNames } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import type { ObjectValue } from "../../../terraform";
import type { Argument, Item, Variable } from "./code";

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
  /** How many of the hosts are subnets. */
  readonly subnets: number;
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

/** The values in declarations, those of lists one by one. */
export function itemsIn(declarations: readonly Declaration[]): readonly Item[] {
  return declarations.flatMap(({ arguments: all }) => all.flatMap(({ value }) => value));
}

/** The file with the values of credentials. Terraform reads it by itself. */
export const credentialsName = "credentials.auto.tfvars";
