import { kindNames } from "../../../service/kinds";
import { durationText } from "../../output/durations";
import { compareNaturally } from "../../output/order";
import { counted, firstOf, grouped } from "../../output/text";
import { type Names, namesIn } from "../../output/values";
import {
  type Configuration,
  type Configurations,
  configurationOf,
  unknownProvider,
} from "../../plan/configured";
import { actionOf, type ObjectType, type OwnChange, ownChange } from "../../plan/own-changes";
import type { PlanJson, ResourceChange } from "../../plan/read-plan";
import { namesOf, worldOf } from "../../plan/world";
import { isOwnName } from "../../state/json";
import { type ApplyCost, applyCost, costOfPlan, minRefreshRequests } from "./apply-cost";
import type { DestroyLimit } from "./destroy-limit";
import { type AccountFacts, noFacts, type Questions } from "./facts";
import { actionLooks, type ReviewedChange, reviewedChange } from "./reviewed-change";
import { groupsWithoutContacts, type Subject, unmonitoredHosts, type Warning, warningsIn } from "./warnings";

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
  readonly changes: readonly ReviewedChange[];
  /** Changes outside of Terraform that the refresh found. */
  readonly drift: readonly ReviewedChange[];
  readonly warnings: readonly Warning[];
  readonly cost: ApplyCost;
  readonly notes: readonly string[];
  /** The names of objects, by their SIDs. */
  readonly names: Names;
  /** Changes to resources of other providers. */
  readonly others: number;
  /** Requests that the review itself sent. */
  readonly requests_sent: number;
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
  const { changes, notes } = changesIn(plan.resource_changes ?? [], configured);
  const drift = changesIn(plan.resource_drift ?? [], configured).changes;
  const subject = { changes, world: worldOf(plan) };
  // An object of an unknown account is looked up in this one, and may cost its requests.
  const isOwn = ({ provider }: Configuration) => isOfAccount(provider) || provider === unknownProvider;
  const own = changes.filter(isOwn);
  const others = changes.filter((change) => !isOwn(change));
  const inDoubt = objectsInDoubt(subject);
  const facts = own.some(({ action }) => action !== "none")
    ? await query({
        listings: inDoubt.hosts.some(isOwn),
        contacts: inDoubt.groups.some(isOwn),
        creates: own.filter((change) => change.action === "create" && change.own.object !== undefined),
        world: subject.world,
      })
    : noFacts([]);
  const spending = applyCost(
    costOfPlan({ ...subject, changes: own }, pageSize),
    minRefreshRequests(subject.world.before.filter(isOwn), subject.world.after.filter(isOwn), pageSize),
    facts.requests,
  );
  const warnings = warningsIn({ ...subject, facts });
  const listed = warnings.flatMap(({ kind, addresses }) => (kind === "listed_host" ? addresses : []));
  const unchecked = [...inDoubt.hosts, ...inDoubt.groups]
    .filter(({ address, provider }) => !isOfAccount(provider) && !listed.includes(address))
    .map(({ address }) => address);
  return {
    plan: name,
    changes: reported(changes),
    drift: reported(drift).filter(({ action, attributes }) => action === "destroy" || attributes.length > 0),
    warnings: [
      ...planWarnings(plan),
      ...hourWarnings(spending),
      ...limitWarnings(subject, maxDestroyed),
      ...warnings.filter(({ kind }) => kind !== "many_destroyed" || maxDestroyed === undefined),
    ],
    cost: spending,
    notes: [...notes, ...facts.notes, ...otherAccountNotes(others, unchecked)],
    names: namesIn(
      [...reported(changes), ...reported(drift)].flatMap(({ attributes }) => attributes),
      namesOf(subject.world),
    ),
    others: (plan.resource_changes ?? []).filter(isOfOtherProvider).length,
    requests_sent: facts.requests.sent,
  };
}

/** Existing objects whose facts only the account has: hosts that may be listed, groups that may have other contacts. */
function objectsInDoubt(subject: Omit<Subject, "facts">) {
  const warnings = groupsWithoutContacts({ ...subject, facts: noFacts([]) });
  const addresses = new Set(warnings.flatMap((warning) => warning.addresses));
  const groups = subject.world.after.filter(({ address, id }) => id !== undefined && addresses.has(address));
  return { hosts: unmonitoredHosts(subject.changes), groups };
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
function limitWarnings(
  { changes, world }: Omit<Subject, "facts">,
  limit: DestroyLimit | undefined,
): Warning[] {
  const gone = changes.filter(
    ({ own, action }) => own.object && (action === "destroy" || action === "replace"),
  );
  const all = Math.max(world.before.length, gone.length);
  if (limit === undefined || !limit.isExceeded(gone.length, all)) return [];
  const text = `${gone.length} of ${counted(all, "object")} are destroyed or replaced. --max-destroyed allows ${limit.text}.`;
  return [{ kind: "destroy_limit", text, addresses: gone.map(({ address }) => address) }];
}

/** An apply that must wait for the next hour fails halfway, unless the provider may wait that long (docs/design/writing.md#rates). */
function hourWarnings({ requests, left, hourly_limit: limit, seconds }: ApplyCost): Warning[] {
  if (requests.most <= (left ?? limit)) return [];
  const room =
    left === undefined ? `an hour allows ${grouped(limit)}` : `${grouped(left)} are left in this hour`;
  const text = `The apply needs up to ${counted(requests.most, "request")}, and ${room}. It stops halfway and must be repeated, unless the provider's max_wait, 300 seconds by default, lets it wait for the next hour: about ${durationText(seconds.most)} in all.`;
  return [{ kind: "hourly_limit", text, addresses: [] }];
}
