import type { Attributes } from "../../../../terraform/schema/attribute";
import { objectType } from "../../../../terraform/schema/implied-type";
import { decodeJson } from "../../../../terraform/values/json";
import type { ObjectValue } from "../../../../terraform/values/object-value";
import { unknown } from "../../../../terraform/values/value";
import { isMarked, markOf } from "../../../terraform/marks";

/**
 * An object of a plan as the provider would be given it. An attribute of which a part is unknown is unknown as a whole,
 * which is all that the cost of a change asks.
 * @throws Error that names the object
 */
export function typedValues(
  address: string,
  attributes: Attributes,
  facts: Readonly<Record<string, unknown>>,
  open: unknown,
): ObjectValue {
  const isOpen = (name: string) => isMarked(markOf(open, name));
  const known = Object.fromEntries(Object.entries(facts).filter(([name]) => !isOpen(name)));
  try {
    const values = decodeJson(objectType(attributes), JSON.stringify(known), { conform: true });
    const unknowns = Object.keys(attributes).filter(isOpen);
    return { ...(values as ObjectValue), ...Object.fromEntries(unknowns.map((name) => [name, unknown])) };
  } catch {
    // The error's own words might quote a secret.
    throw new Error(
      `${address} is not as this version of the provider knows it, so the plan cannot be read.`,
    );
  }
}
