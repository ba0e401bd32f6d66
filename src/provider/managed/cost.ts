import type { Kind } from "../../service/kinds";
import { confirmingReads } from "../../service/limits";
import { isFullyKnown, type ObjectValue } from "../../terraform";
import { type Cost, cost, none, type Range, range, sum, sumOf, times } from "../cost";
import { updateBody } from "./api-fields";
import { type AnyManagedObject, type Identified, idsOf, type ObjectState } from "./object";
import { namesReadBack } from "./stored-forms";
import { wireFields } from "./wire";

/** A planned change of one resource. */
export interface PlannedChange {
  /** The existing object; null if it is to be created. */
  readonly prior: ObjectValue | null;
  /** The planned object, with unknown values; null if it is to be destroyed. */
  readonly plan: ObjectValue | null;
  /** How the configuration sets an attribute. For write-only attributes, a plan shows nothing else. */
  configured(name: string): Configured;
  /** How many missing members are to be recreated. */
  readonly lost: number;
  /** How many members differ from the others, and are to be repaired. */
  readonly odd: number;
}

/** The pages of a list, once it has further objects. */
type Pages = (further: number) => Range;

/** A value, an expression that may become null, nothing, or not visible in the plan. */
export type Configured = "value" | "expression" | "nothing" | "unreported";

const possibly = range(0, 1);
const once = range(1);

/**
 * The requests that one process sends to apply changes of a kind if nothing fails: those of create.ts, update.ts, and delete.ts. A
 * replacement is a deletion and a create. The first create reads the list, and the first object in each new state is read.
 *
 * A configured unknown value counts as changed, because it comes from an object that does not exist yet. The bounds differ
 * if the responses decide whether an object is read back.
 */
export function costOfChanges(
  object: AnyManagedObject,
  changes: readonly PlannedChange[],
  pagesOf: (kind: Kind) => Pages,
) {
  const pages = pagesOf(object.kind);
  const isCreating = changes.some(({ prior, lost }) => prior === null || lost > 0);
  const first = (reads: Range, isRead: (change: PlannedChange) => Range) => {
    const any = (which: keyof Range) =>
      changes.reduce((most, change) => Math.max(most, isRead(change)[which]), 0);
    return times(range(any("least"), any("most")), reads);
  };
  const isPaused = ({ prior }: PlannedChange) => prior?.paused === true;
  const created = changes.flatMap(({ prior, plan }) => (prior === null && plan !== null ? [plan] : []));
  const looked = new Set(created.flatMap((plan) => object.afterCreate?.reads(plan as never) ?? []));
  const reads = sumOf([
    isCreating ? pages(0) : none,
    first(confirmingReads.deleted, ({ plan }) => (plan === null ? once : none)),
    first(confirmingReads.paused, (each) => (isPaused(each) ? none : becomes(true, each.plan?.paused))),
    first(confirmingReads.active, (each) => (isPaused(each) ? becomes(false, each.plan?.paused) : none)),
    isCreating && object.kind === "contact" ? confirmingReads.pending : none,
    ...[...looked].map((kind) => range(0, pagesOf(kind)(0).most)),
  ]);
  return sum([cost({ reads }), ...changes.map((change) => costOfChange(object, change, pages))]);
}

function costOfChange(object: AnyManagedObject, change: PlannedChange, pages: Pages): Cost {
  const { plan } = change;
  const prior = change.prior as Identified | null;
  if (plan === null) return cost({ writes: range(prior === null ? 0 : idsOf(object, prior).length) });
  if (prior !== null) return costOfUpdate(object, change, prior, plan);
  const count = object.membership?.createdCount(plan as ObjectState) ?? once;
  const { decided } = unknownFields(object, change, plan);
  return cost({
    // A complete response needs no further read. If it lacks addresses, the provider reads the list, which has at least
    // these hosts.
    reads: sumOf([decided.most > 0 ? possibly : none, range(0, count.most > 1 ? pages(count.most).most : 0)]),
    writes: sumOf([once, secondWrite(object, change, plan), times(count, becomes(true, plan.paused))]),
  });
}

function costOfUpdate(object: AnyManagedObject, change: PlannedChange, prior: Identified, plan: ObjectValue) {
  const { attributes } = object;
  const { sent } = updateBody(attributes, prior, plan);
  const { expressed, decided } = unknownFields(object, change, plan);
  const ids = range(idsOf(object, prior).length);
  const isPaused = prior.paused === true;
  const pauseOrResume = "paused" in attributes ? becomes(!isPaused, plan.paused) : none;
  const isSent = Object.keys(sent).length > 0;
  // Every change sends forced values again, and reads them back; a plan does not show that.
  const mayBeForced = isSent && wireFields(attributes).some(({ fixedByPlan }) => fixedByPlan);
  const otherwise = mayBeForced ? range(decided.least, 1) : decided;
  const status = object.secondWrite?.readsFirst(plan as never, prior as ObjectState) === true ? once : none;
  // One object by its id; several by their ids or by their list, after the page that shows which costs less.
  const readBack = ids.most === 1 ? once : range(1, ids.most + 1);
  return cost({
    reads: sumOf([namesReadBack(attributes, sent).length > 0 ? readBack : otherwise, status]),
    writes: sumOf([
      times(ids, isSent ? once : expressed),
      // Their fields, or `paused`, or both.
      isSent ? none : range(change.odd, 2 * change.odd),
      range(change.lost * (plan.paused === true ? 2 : 1)),
      times(ids, pauseOrResume),
      secondWrite(object, change, plan),
    ]),
  });
}

/** Whether the configuration sets any unknown field, and whether the service decides any. */
function unknownFields(object: AnyManagedObject, { configured }: PlannedChange, plan: ObjectValue) {
  const open = wireFields(object.attributes).filter(({ name }) => !isFullyKnown(plan[name] ?? null));
  const by = open.map(({ name, attribute }) =>
    attribute.parts.presence === "optional_computed" ? configured(name) : "expression",
  );
  const any = (certain: boolean) => (certain ? once : by.includes("unreported") ? possibly : none);
  return { expressed: any(by.includes("expression")), decided: any(by.includes("nothing")) };
}

function secondWrite(
  { secondWrite }: AnyManagedObject,
  { prior, configured }: PlannedChange,
  plan: ObjectValue,
): Range {
  if (secondWrite?.isDue(plan as never, prior as ObjectState | null) !== true) return none;
  const sent = configured(secondWrite.sends);
  if (sent === "nothing") return none;
  const isOpen = secondWrite.readsFirst(plan as never, prior as ObjectState | null);
  return sent === "value" && !isOpen ? once : possibly;
}

/** Whether a flag changes to that value. */
function becomes(wanted: boolean, planned: ObjectValue[string] | undefined): Range {
  if (typeof planned === "boolean") return planned === wanted ? once : none;
  return isFullyKnown(planned ?? null) ? none : possibly;
}
