import { costOfAction } from "../../../provider/actions/actions";
import { costOfCheck } from "../../../provider/checks/run-check";
import { type Cost, type Range, range, requestsOf, sum } from "../../../provider/cost";
import { costOfChanges, type PlannedChange } from "../../../provider/managed/cost";
import { groupedBy } from "../../../service/groups";
import { requestsPerHour, requestsPerSecond } from "../../../service/limits";
import type { HourlyRequests } from "../../account/hour";
import { isDeleting, type OwnChange, type PlanParts, sizeOf } from "../../plan/changes";
import { markOf } from "../../state/json";

/** Seconds. */
const hour = 3_600;

/** The cost of the apply, and the remaining requests. */
export type ApplyCost = ReturnType<typeof applyCost>;

/**
 * The cost of a plan, and its duration. An unknown number of remaining requests counts as unused for the shortest time, and as
 * spent for the longest.
 */
export function applyCost(
  cost: Cost,
  refresh: number,
  { limit, remaining, at_least: atLeast, reset: seconds }: HourlyRequests,
) {
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
    /** Requests that a new plan before it costs at least, which applying a plan file does not make. */
    refresh,
    /** Requests allowed in an hour. */
    hourly_limit: perHour,
    // Those that are left in this hour, and the seconds until it ends, if the service reported them, or else how many are left at
    // least, by another limit.
    ...(remaining !== null && { left: remaining, reset }),
    ...(remaining === null && atLeast !== null && { left_at_least: atLeast }),
    /** Seconds that the requests take at the limits, without those that wait for checks. */
    seconds: range(duration("least"), duration("most")),
  };
}

/**
 * The seconds that the requests take at the limits, if no one else uses the account: the remaining requests of this hour are sent
 * immediately, then each hour's requests when it begins.
 * @param which the bound of the cost
 * @param allowance requests that may be sent now, seconds until the next hour, and requests of each further hour
 */
export function secondsFor(
  cost: Cost,
  which: keyof Range,
  { left, reset, perHour }: { readonly left: number; readonly reset: number; readonly perHour: number },
): number {
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

/** How the service divides the lists that were read, by kind: their pages, objects, and objects per page. */
export type ListSizes = ReadonlyMap<string, Readonly<Record<"pages" | "objects" | "perPage", number>>>;

/**
 * The requests that applying the plan costs, if nothing fails. The pages of a list are known only if it was read: the service may
 * have other objects, and may return fewer a page than requested.
 */
export function costOfPlan({ changes, invocations }: PlanParts, pageSize: number, sizes: ListSizes): Cost {
  const pagesOf = (kind: string) => {
    const own = changes.filter((change) => change.own.type === kind);
    const { objects, perPage } = sizes.get(kind) ?? { objects: sizeOf(own), perPage: pageSize };
    // Some objects may be deleted before the list is read.
    const least = Math.ceil((objects - sizeOf(own.filter(isDeleting))) / perPage);
    const most = (further: number) =>
      sizes.has(kind) ? Math.max(1, Math.ceil((objects + further) / perPage)) + 1 : Number.POSITIVE_INFINITY;
    return (further: number) => range(Math.max(1, least), most(further));
  };
  // Each configuration of the provider is a process of its own.
  const processes = groupedBy(changes, ({ own, provider }) => `${own.type} ${provider}`);
  return sum([
    ...[...processes.values()].map((some) => {
      const { object } = (some[0] as OwnChange).own;
      const steps = some.flatMap(stepsOf);
      return object === undefined
        ? sum(steps.flatMap(({ prior, plan }) => (prior === null && plan ? costOfCheck(plan) : [])))
        : costOfChanges(object, steps, pagesOf);
    }),
    ...invocations
      .filter(({ deferred }) => !deferred)
      .map(({ action, objects, objects_unknown: isOpen, config }) =>
        costOfAction(action, objects.length, isOpen, config),
      ),
  ]);
}

/**
 * The minimum number of requests of a new plan: the pages of the lists, also of kinds that it only creates. More pages are read if
 * the account has more objects than the configuration.
 */
export function minRefreshRequests(changes: readonly OwnChange[], pageSize: number, sizes: ListSizes) {
  const objects = changes.filter(({ own }) => own.object !== undefined);
  const pages = [...groupedBy(objects, ({ own }): string => own.type)].map(([kind, some]) =>
    Math.max(1, sizes.get(kind)?.pages ?? Math.ceil(sizeOf(some) / pageSize)),
  );
  return pages.reduce((sum, count) => sum + count, 0);
}

/** What the provider does for a change. */
function stepsOf(change: OwnChange): PlannedChange[] {
  const { action, prior, plan, configured } = change;
  const both = { prior, plan, configured, ...unknownMembers(change) };
  if (action === "update") return [both];
  const deletion = isDeleting(change) ? [{ ...both, plan: null }] : [];
  const isCreating = action === "create" || action === "replace";
  return isCreating ? [...deletion, { ...both, prior: null }] : deletion;
}

/** How many members of a resource an update creates again (`lost`) or repairs (`odd`). It plans their ids as unknown. */
function unknownMembers({ action, after, before, unknown }: OwnChange): { lost: number; odd: number } {
  const marks = action === "update" ? unknown("members") : undefined;
  const isMarked = (member: unknown) => markOf(member, "id") === true;
  const count = (members: unknown) => (Array.isArray(members) ? members.length : 0);
  const lost = Array.isArray(marks) ? count(after?.members) - count(before?.members) : 0;
  return { lost, odd: Array.isArray(marks) ? marks.filter(isMarked).length - lost : 0 };
}
