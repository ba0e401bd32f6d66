import type { Kind } from "../../../../service/kinds";
import type { ServiceObject } from "../../../../service/responses";
import { paused } from "../../../../service/status";
import type { Json } from "../../../output/values";
import { inOrder } from "../../../output/values";

/** What checks and counts change from one moment to the next, what nobody may see, and what is compared otherwise. */
const left: ReadonlySet<string> = new Set([
  ...["listed", "listed_count", "listed_details", "listed_period", "first_listed", "last_checked"],
  ...["total_entries", "total_hosts", "total_members", "expiry_days", "args", "status", "id"],
]);

/** The fields of an object that both interfaces ought to tell alike, each in one form. */
function comparedFields(object: ServiceObject<Kind>): Readonly<Record<string, Json>> {
  const told = Object.entries(object).filter(([name]) => !left.has(name));
  const isPaused = "status" in object && object.status !== undefined ? { paused: paused(object.status) } : {};
  return {
    ...Object.fromEntries(told.map(([name, value]) => [name, inOrder(value as Json)])),
    ...isPaused,
  };
}

/** The fields that both tell, and tell differently. What only one of them tells is no difference. */
export function differingFields(
  legacy: ServiceObject<Kind>,
  current: ServiceObject<Kind>,
): { field: string; legacy: Json; current: Json }[] {
  const before = comparedFields(legacy);
  const after = comparedFields(current);
  return Object.entries(before).flatMap(([field, told]) => {
    const other = after[field];
    const isSame = other === undefined || JSON.stringify(other) === JSON.stringify(told);
    return isSame ? [] : [{ field, legacy: told, current: other }];
  });
}
