import type { PathStep } from "./path";
import type { Type } from "./type";

/** An attribute of an object type: its name, its type, and the step that leads to it. */
interface ObjectAttribute {
  readonly name: string;
  readonly type: Type;
  readonly step: PathStep;
}

/** The attributes of an object type, in name order and by name. */
interface AttributeOrder {
  readonly inOrder: readonly ObjectAttribute[];
  readonly byName: ReadonlyMap<string, ObjectAttribute>;
}

const orders = new WeakMap<Readonly<Record<string, Type>>, AttributeOrder>();

/**
 * The attributes of an object type in name order, cached per type. `byName` has only the type's own names: `toString` is not
 * an attribute.
 */
export function attributeOrder(attributes: Readonly<Record<string, Type>>): AttributeOrder {
  let order = orders.get(attributes);
  if (order === undefined) {
    const inOrder = Object.entries(attributes)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, type]) => ({ name, type, step: { attribute: name } }));
    order = { inOrder, byName: new Map(inOrder.map((attribute) => [attribute.name, attribute])) };
    orders.set(attributes, order);
  }
  return order;
}
