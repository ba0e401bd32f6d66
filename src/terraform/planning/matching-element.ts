import type { Attributes } from "../schema/attribute";
import { identical } from "../values/equal";
import { asObject } from "../values/object-value";
import type { Value } from "../values/value";

/**
 * The element of another set that stands for the same object as `element`. Sets have no keys, so it is the one that
 * agrees in everything the user can set; where either says nothing of an attribute, the attribute does not count.
 * None where there is nothing that the user can set.
 */
export function matching(
  attributes: Attributes,
  element: Value,
  others: readonly Value[],
): Value | undefined {
  const object = asObject(element);
  if (object === null) return undefined;
  const settable = Object.entries(attributes).filter(
    ([, attribute]) => attribute.parts.presence !== "computed",
  );
  if (settable.length === 0) return undefined;
  return others.find((other) => {
    const candidate = asObject(other);
    return (
      candidate !== null &&
      settable.every(([name, attribute]) => {
        const mine = object[name] ?? null;
        const theirs = candidate[name] ?? null;
        const isRequired = attribute.parts.presence === "required";
        return (!isRequired && (mine === null || theirs === null)) || identical(attribute.type, mine, theirs);
      })
    );
  });
}
