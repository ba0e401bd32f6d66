import { costOfCheck } from "../../../provider/checks/run-check";
import { type Cost, cost, type Range, range, requestsOf, sum } from "../../../provider/cost";
import { costOfChange, type PlannedChange, readsBeforeCreates } from "../../../provider/managed/cost";
import type { Identified } from "../../../provider/managed/object";
import { occurrences } from "../../../service/groups";
import { requestsPerHour, requestsPerSecond } from "../../../service/limits";
import { Unknown } from "../../../terraform";
import type { HourlyRequests } from "../../account/hour";
import type { OwnChange } from "../../plan/own-changes";
import type { ManagedObject, World } from "../../plan/world";
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
  const sending =
    cost.reads[which] / requestsPerSecond.read +
    cost.writes[which] / requestsPerSecond.write +
    cost.checks[which] / requestsPerSecond.check_start;
  if (all <= left) return sending;
  const hours = Math.ceil((all - left) / perHour);
  const inTheLast = all - left - (hours - 1) * perHour;
  return reset + (hours - 1) * hour + (sending * inTheLast) / all;
}

/** The parts of a plan that cost requests. */
interface Material {
  readonly changes: readonly OwnChange[];
  readonly world: World;
}

/** The requests that applying the plan costs, if nothing fails. */
export function costOfPlan(material: Material, pageSize: number): Cost {
  const costs = material.changes.map(costOf);
  // Each configuration of the provider is a process of its own.
  const known = occurrences(material.world.before.map(({ kind, provider }) => `${kind} ${provider}`));
  const own = material.changes.filter((change) => change.own.object !== undefined);
  const kindsWith = (isOne: (change: OwnChange) => boolean) =>
    new Set(own.filter(isOne).map((change) => `${change.own.type} ${change.provider}`));
  const creating = kindsWith(isCreating);
  const lists = [...creating].map((list) =>
    cost({ reads: readsBeforeCreates(known.get(list) ?? 0, pageSize) }),
  );
  // The first object of a kind that is deleted, paused or pending is read.
  const destroying = kindsWith(({ action }) => action === "destroy" || action === "replace");
  const pausing = kindsWith(
    ({ action, prior, plan }) => plan?.paused === true && (action === "replace" || prior?.paused !== true),
  );
  const confirmed = destroying.size + pausing.size;
  const pending = [...creating].filter((list) => list.startsWith("contact ")).length;
  return sum([...costs, ...lists, cost({ reads: range(confirmed, confirmed + pending) })]);
}

/**
 * The minimum number of requests of a new plan: the pages of the lists, also of kinds that it only creates. More pages are read if
 * the account has more objects than the configuration.
 */
export function minRefreshRequests(
  before: readonly ManagedObject[],
  after: readonly ManagedObject[],
  pageSize: number,
): number {
  const counts = occurrences(before.map(({ kind }) => kind));
  const all = new Set([...before, ...after].map(({ kind }) => kind));
  return [...all].reduce(
    (pages, kind) => pages + Math.max(1, Math.ceil((counts.get(kind) ?? 0) / pageSize)),
    0,
  );
}

function costOf(change: OwnChange): Cost {
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
    costOfChange(object, { ...step, configured, ...members });
  if (action !== "replace") return each({ prior, plan });
  return sum([each({ prior, plan: null }), each({ prior: null, plan })]);
}

/** The arguments of a check, without unknown ones. */
function checkArguments({ plan }: OwnChange): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(plan ?? {}).filter(([, value]) => !(value instanceof Unknown)));
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
