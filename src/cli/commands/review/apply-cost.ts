import { costOfAction } from "../../../provider/actions/actions";
import { costOfCheck } from "../../../provider/checks/run-check";
import { type Cost, cost, type Range, range, requestsOf, sum } from "../../../provider/cost";
import { costOfChange, type PlannedChange } from "../../../provider/managed/cost";
import type { Identified } from "../../../provider/managed/object";
import { groupedBy } from "../../../service/groups";
import { confirmingReads, requestsPerHour, requestsPerSecond } from "../../../service/limits";
import { Unknown } from "../../../terraform";
import type { HourlyRequests } from "../../account/hour";
import { type ManagedObject, type ManagedObjects, sizeOf } from "../../plan/managed-objects";
import type { OwnChange } from "../../plan/own-changes";
import type { PlanParts } from "../../plan/planned-account";
import { markOf } from "../../state/json";

/** Seconds. */
const hour = 3_600;

/** The cost of the apply, and the remaining requests. */
export interface ApplyCost {
  /** Requests of the apply. */
  readonly requests: Range;
  readonly reads: Range;
  readonly writes: Range;
  readonly check_starts: Range;
  /** Requests that a new plan before it costs at least, which applying a plan file does not make. */
  readonly refresh: number;
  /** Requests allowed in an hour. */
  readonly hourly_limit: number;
  /** Requests left in this hour, and the seconds until it ends, if the service reported them. */
  readonly left?: number;
  readonly reset?: number;
  /** How many are left at least, if the service reported only another limit. */
  readonly left_at_least?: number;
  /** Seconds that the requests take at the limits, without those that wait for checks. */
  readonly seconds: Range;
}

/**
 * The cost of a plan, and its duration. An unknown number of remaining requests counts as unused for the shortest time, and as
 * spent for the longest.
 */
export function applyCost(
  cost: Cost,
  refresh: number,
  { limit, remaining, at_least: atLeast, reset: seconds }: HourlyRequests,
): ApplyCost {
  const [perHour, reset] = [limit ?? requestsPerHour, seconds ?? hour];
  const duration = (which: "least" | "most") => {
    const left = remaining ?? (which === "least" ? perHour : (atLeast ?? perHour));
    return secondsFor(cost, which, { perHour, left, reset });
  };
  return {
    requests: requestsOf(cost),
    reads: cost.reads,
    writes: cost.writes,
    check_starts: cost.checks,
    refresh,
    hourly_limit: perHour,
    ...(remaining !== null && { left: remaining, reset }),
    ...(remaining === null && atLeast !== null && { left_at_least: atLeast }),
    seconds: range(duration("least"), duration("most")),
  };
}

/** The requests that may be sent now, the seconds until the next hour, and the requests of each further hour. */
interface Allowance {
  readonly left: number;
  readonly reset: number;
  readonly perHour: number;
}

/**
 * The seconds that the requests take at the limits, if no one else uses the account: the remaining requests of this hour are sent
 * immediately, then each hour's requests when it begins.
 * @param which the bound of the cost
 */
export function secondsFor(cost: Cost, which: "least" | "most", { perHour, left, reset }: Allowance): number {
  const all = requestsOf(cost)[which];
  if (!Number.isFinite(all)) return all;
  const sending =
    cost.reads[which] / requestsPerSecond.read +
    cost.writes[which] / requestsPerSecond.write +
    cost.checks[which] / requestsPerSecond.check_start;
  if (all <= left) return sending;
  const hours = Math.ceil((all - left) / perHour);
  const inTheLast = all - left - (hours - 1) * perHour;
  return reset + (hours - 1) * hour + (sending * inTheLast) / all;
}

/** The lists of an account, as far as they were read, by kind. */
export type ListSizes = ReadonlyMap<string, ListSize>;

/** How the service divides a list: its pages, objects, and objects per page. */
export interface ListSize {
  readonly pages: number;
  readonly objects: number;
  readonly perPage: number;
}

/**
 * The requests that applying the plan costs, if nothing fails. The pages of a list are known only if it was read: the service may
 * have other objects, and may return fewer a page than requested.
 */
export function costOfPlan(
  { changes, invocations, managed }: PlanParts,
  pageSize: number,
  sizes: ListSizes = new Map(),
): Cost {
  const known = sizesByKind(managed.before);
  const deleted = groupedBy(changes.filter(isDeleting), ({ own }): string => own.type);
  // Some objects may be deleted before the list is read.
  const gone = new Map(
    [...deleted].map(([kind, some]) => [kind, sizeOf(some.map(({ before }) => before))] as const),
  );
  const pagesOf = (kind: string, further: number): Range => {
    const { objects, perPage } = sizes.get(kind) ?? { objects: known.get(kind) ?? 0, perPage: pageSize };
    const most = sizes.has(kind)
      ? Math.max(1, Math.ceil((objects + further) / perPage)) + 1
      : Number.POSITIVE_INFINITY;
    return range(Math.max(1, Math.ceil((objects - (gone.get(kind) ?? 0)) / perPage)), most);
  };
  const costs = changes.map((change) => costOf(change, pagesOf));
  // Each configuration of the provider is a process of its own.
  const own = changes.filter((change) => change.own.object !== undefined);
  const kindsWith = (isOne: (change: OwnChange) => boolean) => [
    ...new Map(own.filter(isOne).map(({ own, provider }) => [`${own.type} ${provider}`, own.type])).values(),
  ];
  const creating = kindsWith(isCreating);
  const lists = creating.map((kind) => cost({ reads: pagesOf(kind, 0) }));
  const deleting = kindsWith(isDeleting);
  const pausing = kindsWith(
    ({ action, prior, plan }) => plan?.paused === true && (action === "replace" || prior?.paused !== true),
  );
  const confirmed = deleting.length * confirmingReads.deleted + pausing.length * confirmingReads.paused;
  const pending = creating.filter((kind) => kind === "contact").length * confirmingReads.pending;
  const actions = invocations
    .filter(({ isDeferred }) => !isDeferred)
    .map(({ action, objects, isOpen, config }) => costOfAction(action, objects.length, isOpen, config));
  return sum([...costs, ...lists, ...actions, cost({ reads: range(confirmed, confirmed + pending) })]);
}

/**
 * The minimum number of requests of a new plan: the pages of the lists, also of kinds that it only creates. More pages are read if
 * the account has more objects than the configuration.
 */
export function minRefreshRequests(
  { before, after }: ManagedObjects,
  pageSize: number,
  sizes: ListSizes = new Map(),
): number {
  const known = sizesByKind(before);
  const all = new Set([...before, ...after].map(({ kind }) => kind));
  return [...all].reduce((sum, kind) => {
    const pages = sizes.get(kind)?.pages ?? Math.ceil((known.get(kind) ?? 0) / pageSize);
    return sum + Math.max(1, pages);
  }, 0);
}

/** How many objects of the service there are of each kind, with the members of subnets. */
function sizesByKind(objects: readonly ManagedObject[]): ReadonlyMap<string, number> {
  const byKind = groupedBy(objects, ({ kind }) => kind);
  return new Map([...byKind].map(([kind, some]) => [kind, sizeOf(some.map(({ values }) => values))]));
}

function costOf(change: OwnChange, pagesOf: (kind: string, further: number) => Range): Cost {
  const { own, action, after, configured } = change;
  const { object } = own;
  if (action === "none" || action === "forget") return cost({});
  if (object === undefined) {
    const isChecked = action === "create" || action === "replace";
    return isChecked && after !== null ? costOfCheck(checkArguments(change)) : cost({});
  }
  const prior = change.prior as Identified | null;
  const { plan } = change;
  const members = unknownMembers(change);
  const each = (step: Pick<PlannedChange, "prior" | "plan">) =>
    costOfChange(object, {
      ...step,
      configured,
      ...members,
      pages: (further) => pagesOf(object.kind, further),
    });
  if (action !== "replace") return each({ prior, plan });
  return sum([each({ prior, plan: null }), each({ prior: null, plan })]);
}

/** The arguments of a check, without unknown ones. */
function checkArguments({ plan }: OwnChange): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(plan ?? {}).filter(([, value]) => !(value instanceof Unknown)));
}

function isDeleting({ action }: OwnChange): boolean {
  return action === "destroy" || action === "replace";
}

function isCreating(change: OwnChange): boolean {
  return change.action === "create" || change.action === "replace" || unknownMembers(change).lost > 0;
}

/** How many members of a resource an update creates again (`lost`) or repairs (`odd`). It plans their ids as unknown. */
function unknownMembers({ action, after, before, unknown }: OwnChange): { lost: number; odd: number } {
  const marks = action === "update" ? unknown("members") : undefined;
  const isMarked = (member: unknown) => markOf(member, "id") === true;
  const count = (members: unknown) => (Array.isArray(members) ? members.length : 0);
  const lost = Array.isArray(marks) ? count(after?.members) - count(before?.members) : 0;
  return { lost, odd: Array.isArray(marks) ? marks.filter(isMarked).length - lost : 0 };
}
