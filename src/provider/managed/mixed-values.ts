import {
  type Attributes,
  isFullyKnown,
  type ObjectValue,
  type PlanCall,
  unknown,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import { differs } from "./api-fields";
import { mixedValues } from "./notes";
import type { ObjectAttributes } from "./object";

/** The values of some objects that differ from the merged ones, by attribute. */
export function mixedAmong(
  attributes: Attributes,
  reported: ObjectValue,
  each: readonly ObjectValue[],
): { [name: string]: Value } {
  const mixed: { [name: string]: Value } = {};
  for (const values of each) {
    for (const [name, value] of Object.entries(values)) {
      // An update cannot change the attributes of each member, such as the addresses of a subnet.
      const isOwn = attributes[name]?.parts.replaces === true;
      if (!isOwn && differs(attributes, name, value, reported)) mixed[name] = value;
    }
  }
  return mixed;
}

/** Plans an update if a member differs from the plan, while the others match it. */
export function planMixed(
  attributes: Attributes,
  { prior, plan, privateState, replacePaths }: PlanCall<ObjectAttributes, Account>,
): void {
  if (prior === null || replacePaths.length > 0 || !("members" in attributes)) return;
  const planned = plan as { [name: string]: Value };
  const isWrong = Object.entries(mixedValues.of(privateState)).some(
    ([name, value]) => isFullyKnown(planned[name] ?? null) && differs(attributes, name, value, planned),
  );
  if (isWrong && isFullyKnown(planned.members ?? null)) planned.members = unknown;
}
