import {
  type Attributes,
  isFullyKnown,
  type ObjectValue,
  type PlanCall,
  type PrivateState,
  unknown,
  type Value,
} from "../../terraform";
import type { Account } from "../account";
import { differs } from "./api-fields";
import type { ObjectAttributes } from "./object";

const note = "mixed";

/**
 * Of a resource that stands for several objects: attributes in which these differ from each other, each with a value that
 * is not the one in state. The state holds one value, which the configuration may have while other objects do not.
 */
export function mixedValues(privateState: PrivateState): ObjectValue {
  return (privateState.get(note) as ObjectValue | undefined) ?? {};
}

/** Notes which attributes are mixed now. */
export function noteMixed(privateState: PrivateState, values: ObjectValue): void {
  privateState.set(note, Object.keys(values).length === 0 ? undefined : values);
}

/** The values of some objects that differ from those told of all, by attribute. */
export function mixedAmong(
  attributes: Attributes,
  reported: ObjectValue,
  each: readonly ObjectValue[],
): { [name: string]: Value } {
  const mixed: { [name: string]: Value } = {};
  for (const values of each) {
    for (const [name, value] of Object.entries(values)) {
      // What an update cannot change is each object's own, as the addresses of a subnet.
      const isOwn = attributes[name]?.parts.replaces === true;
      if (!isOwn && differs(attributes, name, value, reported)) mixed[name] = value;
    }
  }
  return mixed;
}

/** Plans an update where some object does not have what the others have and the plan wants. */
export function planMixed(
  attributes: Attributes,
  { prior, plan, privateState, replacePaths }: PlanCall<ObjectAttributes, Account>,
): void {
  if (prior === null || replacePaths.length > 0 || !("members" in attributes)) return;
  const planned = plan as { [name: string]: Value };
  const isWrong = Object.entries(mixedValues(privateState)).some(
    ([name, value]) => isFullyKnown(planned[name] ?? null) && differs(attributes, name, value, planned),
  );
  if (isWrong && isFullyKnown(planned.members ?? null)) planned.members = unknown;
}
