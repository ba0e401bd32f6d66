import type { Range } from "../../../../provider/cost";
import { groupedBy, occurrences } from "../../../../service/groups";
import { type Kind, kinds } from "../../../../service/kinds";
import { durationText } from "../../../output/durations";
import { printable } from "../../../output/terminal";
import { counted, grouped } from "../../../output/text";
import { changeText, elementsText, type Json, type Names, valueText } from "../../../output/values";
import type { ObjectType } from "../../../plan/own-changes";
import {
  type ApplyCost,
  actionLooks,
  type PlannedAttribute,
  type Review,
  type ReviewedAction,
  type ReviewedChange,
} from "../report";

const openText = "(known after apply)";

/** What one object of a type is called. */
export function titleOf(type: ObjectType): string {
  return type === "manual_check" ? "manual check" : kinds[type as Kind].title;
}

/** What several objects of a type are called. */
export function pluralOf(type: ObjectType): string {
  return type === "manual_check" ? "manual checks" : kinds[type as Kind].plural;
}

/** Changes by the type of their objects. */
export function byType(changes: readonly ReviewedChange[]) {
  return groupedBy(changes, ({ type }) => type);
}

/** The changes of the plan, as in `2 added, 1 destroyed`; empty without changes. */
export function countsText({ changes }: Review): string {
  const counts = occurrences(changes.map(({ action }) => action));
  const parts = (Object.keys(actionLooks) as ReviewedAction[]).flatMap((action) => {
    const count = counts.get(action);
    return count === undefined ? [] : [`${grouped(count)} ${actionLooks[action].label}`];
  });
  return parts.join(", ");
}

/** The new value of an attribute: `"a" → "b"`, the elements that a set loses and gets, or what a new object has. */
export function attributeText(attribute: PlannedAttribute, names: Names, withSids = false): string {
  if ("sensitive" in attribute) return "changes (sensitive)";
  const { before, after, after_unknown: open } = attribute;
  if (open === undefined && before !== null) return changeText(attribute, names, withSids);
  if (open !== true && (open !== undefined || Array.isArray(after))) {
    const unknown = open === undefined ? [] : [`+ ${open} ${openText}`];
    return elementsText(elementsOf(before), elementsOf(after), names, withSids, ...unknown);
  }
  const becomes = open === true ? openText : valueText(after, names, withSids);
  return before === null ? becomes : `${valueText(before, names, withSids)} → ${becomes}`;
}

function elementsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Remarks about a change: the reason of a replacement, and the previous address. */
export function remarksOf(change: ReviewedChange): string[] {
  const { replaced_because: why, moved_from: moved, imported, loses_history: isLost } = change;
  return [
    ...(why === undefined ? [] : [`forced by ${why.map(printable).join(", ")}`]),
    ...(isLost ? ["its history is lost"] : []),
    ...(imported === undefined ? [] : [`imported as ${printable(imported)}`]),
    ...(moved === undefined ? [] : [`was ${printable(moved)}`]),
  ];
}

/** The cost and duration of the apply, and the remaining requests of the hour: a sentence without its end. */
export function applyCostText(cost: ApplyCost): string {
  const { requests, left, left_at_least: atLeast, hourly_limit: limit, seconds } = cost;
  if (requests.most === 0) return "The apply sends no request";
  const longest = durationText(seconds.most);
  const shortest = durationText(seconds.least);
  const isSure = left !== undefined || requests.most <= (atLeast ?? limit) || shortest === longest;
  const time = isSure ? longest : `${shortest}, or ${longest} if others use the account`;
  const begin = time.startsWith("less") ? `Less${time.slice(4)}` : `About ${time}`;
  return `${begin}: ${rangeText(requests)}, ${grouped(limit)} an hour${leftText(left, atLeast, limit)}`;
}

function leftText(left: number | undefined, atLeast: number | undefined, limit: number): string {
  if (left !== undefined) return `, ${grouped(left)} left`;
  return atLeast === undefined ? "" : `, ${grouped(atLeast)} to ${grouped(limit)} left`;
}

/** `1 request`, or `3 to 5 requests`. */
function rangeText({ least, most }: Range): string {
  return least === most ? counted(most, "request") : `${grouped(least)} to ${counted(most, "request")}`;
}

/** The cost of a new plan. */
export function refreshText({ refresh }: ApplyCost): string {
  return refresh === 0 ? "" : `A new plan costs at least ${counted(refresh, "request")} more`;
}

/** Changes that the review does not cover. */
export function othersText({ others }: Review): string {
  if (others === 0) return "";
  return `${counted(others, "change of other providers is", "changes of other providers are")} not reviewed here`;
}
