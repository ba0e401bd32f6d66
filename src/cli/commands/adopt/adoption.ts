import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import { mixedValues } from "../../../provider/managed/notes";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import {
  type Attributes,
  DiagnosticError,
  Diagnostics,
  type ObjectValue,
  PrivateState,
  pathText,
  type Resource,
  unknown,
  type Value,
} from "../../../terraform";
import { generatedConfig, validateConfig } from "../../../terraform/tools";
import type { AccountLists } from "../../account/lists";
import { isManageable, resourceOf, sidsIn } from "../../account/names";
import { isDefault } from "../../comparison/finding";
import { compareNaturally } from "../../output/order";
import { counted, countedKinds } from "../../output/text";
import { collapsedSubnets } from "./collapsed-subnets";
import { byKind, type Candidate, type Declaration, itemsIn, kindsInOrder } from "./declaration";
import { expressionOf, type References } from "./expressions";
import { keyOf, readableName, uniqueNames } from "./names";
import { notesOf, refusedNotes } from "./notes";
import type { Selection } from "./selection";

/** An account, or a part of it, as code. Everything is in an order that does not depend on the service's. */
export type Adoption = Awaited<ReturnType<typeof adoptionOf>>;

/**
 * Turns the objects of an account into declarations that change nothing when they are imported and applied.
 * @param collapses whether hosts that fill a subnet become one declaration
 * @throws DiagnosticError when a request fails
 */
export async function adoptionOf(
  account: Account,
  lists: AccountLists,
  selection: Selection,
  collapses: true | undefined,
  showProgress: (...facts: readonly string[]) => void,
) {
  const candidates: Candidate[] = [];
  /** The objects that are not declared, by their names for people, and why, in sentences. */
  const leftOut: (Pick<Declaration, "kind" | "id"> & Readonly<Record<"label" | "reason", string>>)[] = [];
  const matching = kindsInOrder
    .filter((kind) => selection.kinds.includes(kind))
    .flatMap((kind) => {
      const objects = lists.of(kind).filter((each) => isManageable(kind, each) && selection.has(each));
      return objects.sort((a, b) => (a.id < b.id ? -1 : 1)).map((object) => ({ kind, object }));
    });
  const isSelected = ({ kind, object }: (typeof matching)[number]) =>
    selection.hasDefaults || !isDefault(kind, object);
  const selected = matching.filter(isSelected);
  const defaults = countedKinds(matching.filter((each) => !isSelected(each))).join(", ");
  for (const { kind, object } of selected) {
    const candidate = await candidateOf(account, kind, object, selection.declared);
    if (typeof candidate !== "string") candidates.push(candidate);
    else leftOut.push({ kind, id: object.id, label: readableName(kind, object), reason: candidate });
    showProgress(`${candidates.length + leftOut.length} of ${counted(selected.length, "object")} converted`);
  }
  const subnets = collapses ? collapsedSubnets(withoutMembers(candidates), lists) : [];
  const declared = withoutMembers([...candidates, ...subnets]);
  const references = { lists, names: namesOf(declared) };
  const declarations = declared.map((each) => declarationOf(each, references)).sort(inOrder);
  // Several declarations may share a variable.
  const variables = itemsIn(declarations).flatMap(({ uses }) => (typeof uses === "object" ? uses : []));
  const byTheirNames = new Map(variables.map((variable) => [variable.name, variable]));
  return {
    /** The API version with which the account was read, and which the code uses. */
    apiVersion: account.apiVersion,
    declarations,
    variables: [...byTheirNames.values()].sort((a, b) => compareNaturally(a.name, b.name)),
    /** How many of the hosts are subnets. */
    subnets: declared.filter(({ state }) => String(state.host).includes("/")).length,
    leftOut,
    /** Further notes for people, in sentences. */
    notes: [
      ...refusedNotes(account, lists),
      ...(defaults === "" ? [] : [`Left out ${defaults}: ${defaultsAdvice}`]),
      ...notesOf(declared),
    ],
  };
}

const defaultsAdvice = "defaults, which every account has. To write them, name their kinds with --kind.";

/** The object as it would be declared, or why it cannot be, in sentences. */
async function candidateOf(
  account: Account,
  kind: Kind,
  object: ServiceObject<Kind>,
  declared: ReadonlySet<string>,
): Promise<Candidate | string> {
  const resource = resourceOf(kind);
  const state = await importedState(resource, object.id, account);
  if (typeof state === "string") return state;
  const declaredElsewhere = sidsIn(state).find((id) => declared.has(id));
  if (declaredElsewhere !== undefined) return `${declaredElsewhere}, one of its members, is declared.`;
  const configuration = configurationOf(resource, state);
  const refused = errorsIn(resource, configuration, state);
  if (refused.length > 0) return refused.map(({ detail }) => detail).join(" ");
  const added = new Set(errorsIn(resource, configuration, null).map(({ path }) => pathText(path ?? [])));
  return { kind, object, state, configuration, added };
}

/**
 * The configuration that keeps the object as in its state, without defaults and computed attributes. Required attributes that
 * the API does not return are unknown.
 */
function configurationOf({ attributes }: Resource<Attributes, Account>, state: ObjectValue): ObjectValue {
  const generated = generatedConfig(attributes, state);
  const config = Object.entries(attributes).map(([name, { parts }]): [string, Value] => {
    if ((state[name] ?? null) !== null) return [name, generated[name] ?? null];
    return [name, parts.presence === "required" ? unknown : null];
  });
  return Object.fromEntries(config);
}

/** The errors of the provider about a configuration. @param prior the object that has it already; null for a new one */
function errorsIn(resource: Resource<Attributes, Account>, config: ObjectValue, prior: ObjectValue | null) {
  const diagnostics = new Diagnostics();
  validateConfig(resource.attributes, config, diagnostics, { writeOnly: true, prior });
  if (!diagnostics.hasErrors) resource.validate?.({ config: config as never, diagnostics });
  return diagnostics.list.filter(({ severity }) => severity === "error");
}

/**
 * Does to an object what Terraform does when it imports it and plans again: the resource's own functions import it and
 * read it twice. So the configuration from its state changes nothing, and no list is read again.
 * @returns the state, or why the object cannot be managed as it is, in sentences
 */
async function importedState(resource: Resource<Attributes, Account>, id: string, context: Account) {
  const { signal } = new AbortController();
  const call = { context, signal, diagnostics: new Diagnostics(), privateState: new PrivateState() };
  const nothing = Object.fromEntries(Object.keys(resource.attributes).map((name) => [name, null]));
  try {
    const imported = await resource.import?.({ ...call, id, identity: null });
    const state = await resource.read({ ...call, state: { ...nothing, ...imported } });
    if (state === null) return "It was deleted while the account was read.";
    const differing = new Set(Object.values(mixedValues.of(call.privateState)).flatMap(Object.keys));
    if (differing.size === 0) return state as ObjectValue;
    return `Its members differ in ${[...differing].join(", ")}, and one resource would make them equal, so each is declared separately.`;
  } catch (thrown) {
    if (!(thrown instanceof DiagnosticError) || thrown.cause instanceof ServiceError) throw thrown;
    return thrown.detail;
  }
}

/** A subnet whose parent is declared is one resource: its members have no own declarations. */
function withoutMembers(candidates: readonly Candidate[]): readonly Candidate[] {
  const owners = new Map(
    candidates.flatMap(({ object, state }) =>
      sidsIn(state)
        .filter((id) => id !== object.id)
        .map((id) => [id, object.id] as const),
    ),
  );
  return candidates.filter(({ object }) => {
    const owner = owners.get(object.id);
    return owner === undefined || owners.has(owner);
  });
}

function namesOf(candidates: readonly Candidate[]): ReadonlyMap<string, string> {
  const named = [...byKind(candidates)].flatMap(([kind, ofKind]) => {
    const objects = ofKind.map(({ object }) => ({
      id: object.id,
      label: readableName(kind, object),
      key: keyOf(kind, object),
    }));
    return [...uniqueNames(kind, objects)];
  });
  return new Map(named);
}

function declarationOf(candidate: Candidate, references: References): Declaration {
  const { kind, object, configuration } = candidate;
  const { id } = object;
  const name = references.names.get(id) ?? id;
  const attributes = Object.keys(configuration).filter((attribute) => configuration[attribute] !== null);
  const values = attributes.map((attribute) => ({
    name: attribute,
    value: expressionOf(candidate, attribute, name, references),
  }));
  return { kind, id, name, arguments: values };
}

function inOrder(a: Declaration, b: Declaration): number {
  if (a.kind !== b.kind) return kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind);
  return compareNaturally(a.name, b.name);
}
