import { ServiceError } from "../../../client/errors";
import type { Account } from "../../../provider/account";
import { mixedValues } from "../../../provider/managed/notes";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import {
  type AnyResource,
  DiagnosticError,
  Diagnostics,
  type ObjectValue,
  PrivateState,
  unknown,
} from "../../../terraform";
import { generatedConfig, validateConfig } from "../../../terraform/tools";
import type { AccountLists } from "../../account/lists";
import { resourceOf, sidsIn } from "../../account/names";
import { byName } from "../../output/order";
import { counted } from "../../output/text";
import { collapsedSubnets } from "./collapsed-subnets";
import {
  type Adoption,
  type Argument,
  byKind,
  type Candidate,
  type Configuration,
  type Declaration,
  kindsInOrder,
  type LeftOut,
} from "./declaration";
import { expressionOf, type References, variableArguments } from "./expressions";
import { keyOf, readableName, uniqueNames } from "./names";
import { notesOf, refusedNotes } from "./output/summary";
import type { Selection } from "./selection";

/**
 * Turns the objects of an account into declarations that change nothing when they are imported and applied.
 * @param collapses whether hosts that fill a subnet become one declaration
 * @throws DiagnosticError when a request fails
 */
export async function adoptionOf(
  account: Account,
  lists: AccountLists,
  selection: Selection,
  collapses = false,
  showProgress: (...facts: readonly string[]) => void = () => undefined,
): Promise<Adoption> {
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  const all = kindsInOrder.reduce((sum, kind) => sum + selection.of(kind, lists.of(kind)).length, 0);
  for (const kind of kindsInOrder.filter((each) => selection.kinds.includes(each))) {
    for (const object of selection.of(kind, lists.of(kind))) {
      const candidate = await candidateOf(account, kind, object, selection);
      if ("configuration" in candidate) candidates.push(candidate);
      else leftOut.push(candidate);
      showProgress(`${candidates.length + leftOut.length} of ${counted(all, "object")} converted`);
    }
  }
  const subnets = collapses ? collapsedSubnets(withoutMembers(candidates), lists) : [];
  const declared = withoutMembers([...candidates, ...subnets]);
  const references: References = { lists, names: namesOf(declared) };
  return {
    apiVersion: account.apiVersion,
    declarations: declared.map((each) => declarationOf(each, references)).sort(inOrder),
    variables: variablesOf(declared, references),
    leftOut,
    notes: [...refusedNotes(account, lists), ...notesOf(declared)],
  };
}

async function candidateOf(
  account: Account,
  kind: Kind,
  object: ServiceObject<Kind>,
  selection: Selection,
): Promise<Candidate | LeftOut> {
  const resource = resourceOf(kind);
  const leftOut = (reason: string): LeftOut => ({
    kind,
    id: object.id,
    label: readableName(kind, object),
    reason,
  });
  const importResult = await importObject(resource, object.id, account);
  if ("refused" in importResult) return leftOut(importResult.refused);
  const { state } = importResult;
  const declaredElsewhere = sidsIn(state).find((id) => selection.isDeclared(id));
  if (declaredElsewhere !== undefined)
    return leftOut(`${declaredElsewhere}, one of its members, is declared.`);
  const configuration = configurationOf(resource, state);
  const refused = refusals(resource, configuration);
  if (refused.length > 0) return leftOut(refused.join(" "));
  return { kind, object, state, configuration };
}

/** The configuration that keeps the object as in its state, without defaults and computed attributes. */
function configurationOf({ attributes }: AnyResource<Account>, state: ObjectValue): Configuration {
  const config = Object.entries(generatedConfig(attributes, state));
  const required = Object.entries(attributes).filter(([, { parts }]) => parts.presence === "required");
  const known = config.filter(([name, value = null]) => value !== null && (state[name] ?? null) !== null);
  return {
    values: new Map(known),
    unreported: required.filter(([name]) => (state[name] ?? null) === null).map(([name]) => name),
  };
}

/** The errors of the provider about the configuration, in sentences; empty if it is valid. */
function refusals(resource: AnyResource<Account>, { values, unreported }: Configuration): readonly string[] {
  const config = Object.fromEntries(
    Object.keys(resource.attributes).map((name) => [
      name,
      unreported.includes(name) ? unknown : (values.get(name) ?? null),
    ]),
  );
  const diagnostics = new Diagnostics();
  validateConfig(resource.attributes, config, diagnostics, { writeOnly: true });
  if (!diagnostics.hasErrors) resource.validate?.({ config: config as never, diagnostics });
  return diagnostics.list.filter(({ severity }) => severity === "error").map(({ detail }) => detail);
}

/** The result of an import: the state of the object, or why it cannot be managed as it is, in sentences. */
type ImportedObject = { readonly state: ObjectValue } | { readonly refused: string };

/**
 * Does to an object what Terraform does when it imports it and plans again: the resource's own functions import it and
 * read it twice. So the configuration from its state changes nothing, and no list is read again.
 */
async function importObject(
  resource: AnyResource<Account>,
  id: string,
  context: Account,
): Promise<ImportedObject> {
  const { signal } = new AbortController();
  const call = { context, signal, diagnostics: new Diagnostics(), privateState: new PrivateState() };
  const names = Object.keys(resource.attributes);
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  try {
    const imported = await resource.import?.({ ...call, id, identity: null });
    const state = await resource.read({ ...call, state: { ...nothing, ...imported } });
    if (state === null) return { refused: "It was deleted while the account was read." };
    const differing = new Set(Object.values(mixedValues.of(call.privateState)).flatMap(Object.keys));
    if (differing.size === 0) return { state: state as ObjectValue };
    return {
      refused: `Its members differ in ${[...differing].join(", ")}, and one resource would make them equal, so each is declared separately.`,
    };
  } catch (thrown) {
    if (!(thrown instanceof DiagnosticError) || thrown.cause instanceof ServiceError) throw thrown;
    return { refused: thrown.detail };
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
  const named = [...byKind(candidates)].map(([kind, ofKind]) =>
    uniqueNames(
      kind,
      ofKind.map(({ object }) => ({
        id: object.id,
        label: readableName(kind, object),
        key: keyOf(kind, object),
      })),
    ),
  );
  return new Map(named.flatMap((names) => [...names]));
}

function nameOf({ object }: Candidate, { names }: References): string {
  return names.get(object.id) ?? object.id;
}

function declarationOf(candidate: Candidate, references: References): Declaration {
  const { kind, object, configuration } = candidate;
  const name = nameOf(candidate, references);
  const variables = new Map(
    variableArguments(candidate, name).map(({ attribute, variable }) => [attribute, variable.name]),
  );
  const reported = Object.keys(resourceOf(kind).attributes).flatMap((attribute): Argument[] => {
    const variable = variables.get(attribute);
    if (variable !== undefined) return [{ attribute, value: { is: "variable", name: variable } }];
    const value = configuration.values.get(attribute);
    if (value === undefined) return [];
    return [{ attribute, value: expressionOf(kind, attribute, value, references) }];
  });
  return { kind, id: object.id, name, arguments: reported };
}

function variablesOf(candidates: readonly Candidate[], references: References): Adoption["variables"] {
  const all = candidates.flatMap((candidate) => variableArguments(candidate, nameOf(candidate, references)));
  const variables = new Map(all.map(({ variable }) => [variable.name, variable]));
  return [...variables.values()].sort((a, b) => byName(a.name, b.name));
}

function inOrder(a: Declaration, b: Declaration): number {
  if (a.kind !== b.kind) return kindsInOrder.indexOf(a.kind) - kindsInOrder.indexOf(b.kind);
  return byName(a.name, b.name);
}
