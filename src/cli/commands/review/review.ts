import { lossesBetween } from "../../../coverage/comparison";
import { type CoverageTotals, coverageOf, totalsOf } from "../../../coverage/coverage";
import { kindNames } from "../../../service/kinds";
import { sidKind } from "../../../service/sids";
import type { AccountLists } from "../../account/lists";
import { namesOfObject, sidsIn } from "../../account/names";
import { compareNaturally } from "../../output/order";
import { counted, firstOf } from "../../output/text";
import { labelOf as labelOfObject, type Names, namesIn as namesUsed } from "../../output/values";
import {
  actionOf,
  namesOf,
  type ObjectType,
  type OwnChange,
  type PlanParts,
  partsOf,
} from "../../plan/changes";
import { type Configuration, unknownProvider } from "../../plan/configured";
import type { Invocation } from "../../plan/invocations";
import { plannedAccount } from "../../plan/planned-account";
import type { PlanJson, ResourceChange } from "../../plan/read-plan";
import { isOwnName } from "../../state/json";
import { type ApplyCost, applyCost, costOfPlan, minRefreshRequests } from "./apply-cost";
import { remarksOn, type Subject } from "./coverage-warnings";
import type { DestroyLimit } from "./destroy-limit";
import { type AccountFacts, mayEndWatching, noFacts, type Questions, questionsOf } from "./facts";
import { actionLooks, type ReviewedChange, reviewedChange } from "./reviewed-change";
import { addressesOf, hourWarnings, limitWarnings, planWarnings, type Warning, warningsIn } from "./warnings";

/** A plan, and how to query its account. */
export interface ReviewOptions {
  readonly name: string;
  readonly plan: PlanJson;
  readonly pageSize: number;
  /** How many objects the plan may destroy or replace. */
  readonly maxDestroyed?: DestroyLimit | undefined;
  /** Whether a provider configuration works on the account that can be queried. Default: all do. */
  isOfAccount?(provider: string): boolean;
  /** Queries the account; not called if the plan does not change it. */
  query(questions: Questions): Promise<AccountFacts>;
}

export interface Review {
  readonly plan: string;
  /** Why the account could not be read although one is configured. */
  readonly failure: string | null;
  readonly changes: readonly ReviewedChange[];
  /** Actions that the apply invokes. */
  readonly actions: readonly ReviewedAction[];
  /** Changes outside of Terraform that the refresh found. */
  readonly drift: readonly ReviewedChange[];
  readonly warnings: readonly Warning[];
  /** How many objects of the account are watched, and whose alerts reach someone: as far as the review knows them. */
  readonly coverage: { readonly before: CoverageTotals; readonly after: CoverageTotals };
  readonly cost: ApplyCost;
  readonly notes: readonly string[];
  /** The names of objects, by their SIDs. */
  readonly names: Names;
  /** Changes to resources of other providers. */
  readonly others: number;
  /** Requests that the review itself sent. */
  readonly requests_sent: number;
}

interface ReviewedAction extends Omit<Invocation, "config" | "isOpen" | "isDeferred"> {
  readonly objects_unknown: boolean;
  readonly deferred: boolean;
}

/** Reviews a plan: changes to the account, warnings, and cost. Only reads. */
export async function reviewPlan({
  name,
  plan,
  pageSize,
  maxDestroyed,
  isOfAccount = () => true,
  query,
}: ReviewOptions): Promise<Review> {
  const { notes, drift, ...all } = partsOf(plan);
  // An object of an unknown account is looked up in this one, and may cost its requests.
  const isOwn = ({ provider }: Pick<Configuration, "provider">) =>
    isOfAccount(provider) || provider === unknownProvider;
  const part = (matches: (object: Pick<Configuration, "provider">) => boolean): PlanParts => ({
    changes: all.changes.filter(matches),
    invocations: all.invocations.filter(matches),
  });
  const [own, others] = [part(isOwn), part((object) => !isOwn(object))];
  const acts = own.invocations.length > 0 || own.changes.some(({ action }) => action !== "none");
  const facts = acts ? await query(questionsOf(own)) : noFacts([]);
  const names = { ...namesIn(facts.lists), ...namesOf(all.changes) };
  const subject = subjectOf(own, names, facts);
  const subjects = [subject, subjectOf(others, names, noFacts([]))];
  const cost = applyCost(
    costOfPlan(own, pageSize, facts.sizes),
    minRefreshRequests(own.changes, pageSize, facts.sizes),
    facts.requests,
  );
  const warnings = subjects.flatMap(warningsIn);
  const listed = warnings.flatMap(({ kind, addresses }) => (kind === "listed_host" ? addresses : []));
  const unchecked = all.changes
    .filter((change) => mayEndWatching(change, "host"))
    .filter(({ address, provider }) => !isOfAccount(provider) && !listed.includes(address));
  const [changes, drifted] = [reported(all.changes), reported(drift)];
  return {
    plan: name,
    failure: facts.failure ?? null,
    changes,
    actions: all.invocations.map(({ config: _, isOpen, isDeferred, ...invocation }) => ({
      ...invocation,
      objects_unknown: isOpen,
      deferred: isDeferred,
    })),
    drift: drifted.filter(({ action, attributes }) => action === "destroy" || attributes.length > 0),
    warnings: [
      ...planWarnings(plan),
      ...hourWarnings(cost),
      ...limitWarnings(all, maxDestroyed),
      ...warnings.filter(({ kind }) => kind !== "many_destroyed" || maxDestroyed === undefined),
    ],
    coverage: { before: totalsOf(subject.before), after: totalsOf(subject.after) },
    cost,
    notes: [
      ...notes,
      ...subjects.flatMap(remarksOn),
      ...facts.notes,
      ...otherAccountNotes(others.changes, addressesOf(unchecked)),
    ],
    names: namesUsed(
      [...changes, ...drifted].flatMap(({ attributes }) => attributes),
      names,
    ),
    others: (plan.resource_changes ?? []).filter(isOfOtherProvider).length,
    requests_sent: facts.requests.sent,
  };
}

/** The account of a part of the plan, before the apply and after it. */
export function subjectOf(parts: PlanParts, names: Names, facts: AccountFacts): Subject {
  const { lists, alarms, existing } = facts;
  const account = plannedAccount(parts, lists, alarms);
  const [before, after] = [coverageOf(account.before), coverageOf(account.after)];
  const addresses = new Map(
    parts.changes.flatMap(({ address, before, after }) =>
      [address, ...sidsIn({ ...before }), ...sidsIn({ ...after })].map((id) => [id, address] as const),
    ),
  );
  const labelOf = (id: string): string => {
    const address = addresses.get(id);
    if (address !== undefined) return address;
    const object = lists?.find(id);
    const kind = sidKind(id);
    const label = object && kind && labelOfObject(namesOfObject(kind, object));
    return label ? `${label} (unmanaged)` : id;
  };
  const losses = lossesBetween(before, after, account.replaced);
  return { ...parts, account, before, after, losses, existing, names, labelOf };
}

/** The names of an account's profiles and groups, by their SIDs. */
function namesIn(lists: AccountLists | undefined): Names {
  const kinds = ["monitoring_profile", "certificate_profile", "contact_group"] as const;
  const objects = kinds.flatMap((kind) => lists?.of(kind) ?? []);
  return Object.fromEntries(objects.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])));
}

/** @param unchecked objects that are, or may be, in an account that was not queried */
function otherAccountNotes(others: readonly OwnChange[], unchecked: readonly string[]): string[] {
  const acting = others.filter(({ action }) => action !== "none");
  const providers = [...new Set(acting.map(({ provider }) => provider))].join(", ");
  return [
    acting.length > 0 &&
      `The cost leaves out ${counted(acting.length, "change")} in other accounts: ${providers}.`,
    unchecked.length > 0 &&
      `Not checked, since other accounts have or may have them: ${firstOf(unchecked, 10).join(", ")}. Review the plan with the credentials of each account, and name its provider configurations with --provider.`,
  ].filter((note) => note !== false);
}

function isOfOtherProvider({ mode, type, change }: ResourceChange): boolean {
  return mode === "managed" && !isOwnName(type) && actionOf(change.actions) !== "none";
}

const types: readonly ObjectType[] = [...kindNames, "manual_check"];

/** By kind, then the worst first, then by address. */
function reported(changes: readonly OwnChange[]): ReviewedChange[] {
  return changes
    .flatMap((change) => reviewedChange(change) ?? [])
    .sort(
      (a, b) =>
        types.indexOf(a.type) - types.indexOf(b.type) ||
        actionLooks[a.action].rank - actionLooks[b.action].rank ||
        compareNaturally(a.address, b.address),
    );
}
