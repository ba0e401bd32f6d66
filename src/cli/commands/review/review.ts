import type { CoveredAccount } from "../../../coverage/account";
import { lossesBetween } from "../../../coverage/comparison";
import {
  type Coverage,
  type CoverageTotals,
  type CoveredObject,
  coverageOf,
  totalsOf,
} from "../../../coverage/coverage";
import { watchersOf } from "../../../coverage/watching";
import { kindNames } from "../../../service/kinds";
import { sidKind } from "../../../service/sids";
import type { AccountLists } from "../../account/lists";
import { namesOfObject, sidsIn } from "../../account/names";
import { durationText } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { counted, firstOf, grouped } from "../../output/text";
import { labelOf as labelOfObject, type Names, namesIn as namesUsed } from "../../output/values";
import {
  type Configuration,
  type Configurations,
  configurationOf,
  unknownProvider,
} from "../../plan/configured";
import { type Invocation, invocationsOf } from "../../plan/invocations";
import { managedObjects, namesOf, sizeOf } from "../../plan/managed-objects";
import { actionOf, type ObjectType, type OwnChange, ownChange } from "../../plan/own-changes";
import { type PlannedAccount, type PlanParts, plannedAccount } from "../../plan/planned-account";
import type { PlanJson, ResourceChange } from "../../plan/read-plan";
import { isOwnName } from "../../state/json";
import { type ApplyCost, applyCost, costOfPlan, minRefreshRequests } from "./apply-cost";
import { remarksOn, type Subject } from "./coverage-warnings";
import type { DestroyLimit } from "./destroy-limit";
import { type AccountFacts, noFacts, type Questions } from "./facts";
import { mayEndWatching, questionsOf } from "./questions";
import { actionLooks, type ReviewedChange, reviewedChange } from "./reviewed-change";
import { addressesOf, type Warning, warningsIn } from "./warnings";

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
  const configured = configurationOf(plan);
  const { notes, ...all } = partsOf(plan, configured);
  const { changes } = all;
  const drift = changesIn(plan.resource_drift ?? [], configured).changes;
  // An object of an unknown account is looked up in this one, and may cost its requests.
  const isOwn = ({ provider }: Pick<Configuration, "provider">) =>
    isOfAccount(provider) || provider === unknownProvider;
  const own = partsWith(all, isOwn);
  const others = partsWith(all, (object) => !isOwn(object));
  const acts = own.invocations.length > 0 || own.changes.some(({ action }) => action !== "none");
  const facts = acts ? await query(questionsOf(own)) : noFacts([]);
  const { lists } = facts;
  const names = { ...namesIn(lists), ...namesOf(all.managed) };
  const subjects = [subjectOf(own, names, facts), subjectOf(others, names, noFacts([]))];
  const spending = applyCost(
    costOfPlan(own, pageSize, facts.sizes),
    minRefreshRequests(own.managed, pageSize, facts.sizes),
    facts.requests,
  );
  const warnings = subjects.flatMap(warningsIn);
  const listed = warnings.flatMap(({ kind, addresses }) => (kind === "listed_host" ? addresses : []));
  const unchecked = changes
    .filter(mayEndWatching)
    .filter(({ address, provider }) => !isOfAccount(provider) && !listed.includes(address))
    .map(({ address }) => address);
  const [{ before, after }] = subjects as [Subject];
  return {
    plan: name,
    failure: facts.failure ?? null,
    changes: reported(changes),
    actions: all.invocations.map(({ config: _, isOpen, isDeferred, ...invocation }) => ({
      ...invocation,
      objects_unknown: isOpen,
      deferred: isDeferred,
    })),
    drift: reported(drift).filter(({ action, attributes }) => action === "destroy" || attributes.length > 0),
    warnings: [
      ...planWarnings(plan),
      ...hourWarnings(spending),
      ...limitWarnings(all, maxDestroyed),
      ...warnings.filter(({ kind }) => kind !== "many_destroyed" || maxDestroyed === undefined),
    ],
    coverage: { before: totalsOf(before), after: totalsOf(after) },
    cost: spending,
    notes: [
      ...notes,
      ...subjects.flatMap(remarksOn),
      ...facts.notes,
      ...otherAccountNotes(others.changes, unchecked),
    ],
    names: namesUsed(
      [...reported(changes), ...reported(drift)].flatMap(({ attributes }) => attributes),
      names,
    ),
    others: (plan.resource_changes ?? []).filter(isOfOtherProvider).length,
    requests_sent: facts.requests.sent,
  };
}

/** What a plan does to the objects of this provider, with notes about unknown changes. */
export function partsOf(
  plan: PlanJson,
  configured = configurationOf(plan),
): PlanParts & { readonly notes: readonly string[] } {
  return {
    ...changesIn(plan.resource_changes ?? [], configured),
    invocations: invocationsOf(plan, configured),
    managed: managedObjects(plan),
  };
}

function partsWith(
  { changes, invocations, managed: { before, after } }: PlanParts,
  matches: (object: Pick<Configuration, "provider">) => boolean,
): PlanParts {
  return {
    changes: changes.filter(matches),
    invocations: invocations.filter(matches),
    managed: { before: before.filter(matches), after: after.filter(matches) },
  };
}

/** The account of a part of the plan, before the apply and after it. */
export function subjectOf(parts: PlanParts, names: Names, facts: AccountFacts): Subject {
  const account = plannedAccount(parts, facts.lists);
  const [before, after] = [coverageOf(account.before), coverageOf(account.after)];
  const { managed } = parts;
  const addresses = new Map(
    [...managed.before, ...managed.after].flatMap(({ address, values }) =>
      [address, ...sidsIn(values)].map((id) => [id, address] as const),
    ),
  );
  const labelOf = (id: string): string => {
    const address = addresses.get(id);
    if (address !== undefined) return address;
    const object = facts.lists?.find(id);
    const kind = sidKind(id);
    const label = object && kind && labelOfObject(namesOfObject(kind, object));
    return label ? `${label} (unmanaged)` : id;
  };
  const [usersBefore, usersAfter] = possibleUsers(parts, account, after);
  const losses = lossesBetween(
    { ...before, objects: [...before.objects, ...usersBefore] },
    { ...after, objects: [...after.objects, ...usersAfter] },
    account.replaced,
  );
  return { ...parts, account, before, after, losses, facts, names, labelOf };
}

/** The kinds that use profiles. The address is of the type that most hosts have. */
const profileUsers = {
  monitoring_profile: { kind: "host", key: "192.0.2.1" },
  certificate_profile: { kind: "certificate_monitor", key: "www.example.com" },
} as const;

/** Objects in the place of those that may use a changed profile, where not all are known. Their ids are those of the profiles. */
function possibleUsers(
  { changes }: PlanParts,
  { before, after }: PlannedAccount,
  { objects }: Coverage,
): [before: CoveredObject[], after: CoveredObject[]] {
  const used = new Set(objects.map(({ profile }) => profile));
  const profiles = changes.flatMap(({ own, action, before: was }) => {
    const user = profileUsers[own.type as keyof typeof profileUsers];
    const id = String(was?.id);
    return user && action === "update" && !used.has(id) && !after.isWhole(user.kind) ? [{ ...user, id }] : [];
  });
  const usersIn = (account: CoveredAccount) => {
    const watchers = watchersOf(account);
    return profiles.map(({ kind, id, key }): CoveredObject => {
      const watch = watchers[kind]({ id, host: key, hostname: key, profile: id });
      return { kind, id, key, name: null, watch, reaches: "yes", profile: id, groups: [] };
    });
  };
  return [usersIn(before), usersIn(after)];
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

/** The changes to objects of this provider, with notes about unknown ones. */
function changesIn(all: readonly ResourceChange[], configured: Configurations) {
  const own = all.filter(({ mode, type }) => mode === "managed" && isOwnName(type));
  const changes: OwnChange[] = [];
  const notes: string[] = [];
  for (const resource of own) {
    const { address } = resource;
    const { actions } = resource.change;
    const action = actionOf(actions);
    const change = action === undefined ? undefined : ownChange(resource, action, configured);
    if (change !== undefined) changes.push(change);
    else if (action === undefined)
      notes.push(`${address}: this version does not know the action ${actions.join(", ")}.`);
    else notes.push(`${address} has a type that this version does not know, and is skipped.`);
  }
  const reads = all.filter(
    ({ mode, type, change }) => mode === "data" && isOwnName(type) && change.actions.includes("read"),
  );
  if (reads.length > 0) {
    const what = counted(reads.length, "data source of the account is", "data sources of the account are");
    notes.push(
      `${what} read during the apply. The cost does not include ${reads.length === 1 ? "it" : "them"}.`,
    );
  }
  return { changes, notes };
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

function planWarnings({ errored, complete }: PlanJson): Warning[] {
  const warning = (text: string): Warning => ({ kind: "incomplete_plan", text, addresses: [] });
  if (errored === true) return [warning("Planning failed: the plan is incomplete and cannot be applied.")];
  return complete === false
    ? [warning("The plan is not complete: it targets or defers objects. Plan and apply again afterwards.")]
    : [];
}

/** More is destroyed or replaced than the user allows, of the objects that the configuration manages. */
function limitWarnings({ changes, managed }: PlanParts, limit: DestroyLimit | undefined): Warning[] {
  const gone = changes.filter(
    ({ own, action }) => own.object && (action === "destroy" || action === "replace"),
  );
  const count = sizeOf(gone.map(({ before }) => before));
  const all = Math.max(sizeOf(managed.before.map(({ values }) => values)), count);
  if (limit === undefined || !limit.isExceeded(count, all)) return [];
  const text = `${grouped(count)} of ${counted(all, "object")} are destroyed or replaced. --max-destroyed allows ${limit.text}.`;
  return [{ kind: "destroy_limit", text, addresses: addressesOf(gone) }];
}

/** An apply that must wait for the next hour fails halfway, unless the provider may wait that long (docs/design/writing.md#rates). */
function hourWarnings({ requests, left, hourly_limit: limit, seconds }: ApplyCost): Warning[] {
  const [most, longest] = Number.isFinite(requests.most)
    ? [requests.most, seconds.most]
    : [requests.least, seconds.least];
  if (most <= (left ?? limit)) return [];
  const room =
    left === undefined ? `an hour allows ${grouped(limit)}` : `${grouped(left)} are left in this hour`;
  const text = `The apply needs up to ${counted(most, "request")}, and ${room}. It stops halfway and must be repeated, unless the provider's max_wait, 300 seconds by default, lets it wait for the next hour: about ${durationText(longest)} in all.`;
  return [{ kind: "hourly_limit", text, addresses: [] }];
}
