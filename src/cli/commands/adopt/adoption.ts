import type { Account } from "../../../provider/account";
import type { Kind } from "../../../service/kinds";
import type { ServiceObject } from "../../../service/responses";
import type { AccountLists } from "../../account/lists";
import { resourceOf, sidsIn } from "../../account/names";
import { byName } from "../../output/order";
import { counted } from "../../output/text";
import { collapsedSubnets } from "./collapsed-subnets";
import { type Candidate, configurationOf, importObject, refusals } from "./configuration";
import {
  type Adoption,
  type Argument,
  byKind,
  type Declaration,
  kindsInOrder,
  type LeftOut,
} from "./declaration";
import { expressionOf, type References, variableArguments } from "./expressions";
import { uniqueNames } from "./names";
import { notesOf, refusedNotes } from "./output/summary";
import type { Selection } from "./selection";
import { keyOf, readableName } from "./tables";

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
      const found = await candidateOf(account, kind, object, selection);
      if ("configuration" in found) candidates.push(found);
      else leftOut.push(found);
      showProgress(`${candidates.length + leftOut.length} of ${counted(all, "object")} converted`);
    }
  }
  if (collapses) candidates.push(...collapsedSubnets(withoutMembers(candidates), lists));
  const declared = withoutMembers(candidates);
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
  const named = [...byKind(candidates)].map(([kind, found]) =>
    uniqueNames(
      kind,
      found.map(({ object }) => ({
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
