import { type Decimal, numberText } from "../values/decimal";
import { types } from "../values/type";
import type { Dynamic } from "../values/value";
import { type Attributes, Shape } from "./attribute";
import { objectType } from "./implied-type";
import type { State } from "./infer";

/** A text. */
export function string(): Shape<string> {
  return Shape.of({ type: types.string });
}

/** One of the given texts. */
export function oneOf<const T extends string>(values: readonly T[]): Shape<T> {
  return Shape.of<T>({
    type: types.string,
    isWord: true,
    checks: [
      (value, report) => {
        if (values.includes(value)) return;
        // Terraform turns the number 4.0 into the text "4".
        const meant = values.find((one) => value.trim() !== "" && Number(one) === Number(value));
        const hint = meant === undefined ? "" : `; write it in quotes: "${meant}"`;
        report.error(`must be one of ${values.join(", ")}${hint}`);
      },
    ],
  });
}

/** A truth value. */
export function bool(): Shape<boolean> {
  return Shape.of({ type: types.bool });
}

/** A number of any size and precision. */
export function number(): Shape<number | Decimal> {
  return Shape.of({ type: types.number });
}

/** A whole number that a JavaScript number holds exactly, within bounds. */
export function integer(bounds: { min?: number; max?: number } = {}): Shape<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  return Shape.of<number>({
    type: types.number,
    checks: [
      (value, report) => {
        // A Decimal all the same, if the user wrote a number that JavaScript does not hold exactly.
        const text = numberText(value);
        if (text.includes(".")) report.error("must be a whole number");
        else if (Number(text) < min) report.error(`must be at least ${min}`);
        else if (Number(text) > max) report.error(`must be at most ${max}`);
      },
    ],
  });
}

/** A value of any type. */
export function dynamic(): Shape<Dynamic> {
  return Shape.of({ type: types.dynamic });
}

/** Values in an order. */
export function list<T>(element: Shape<T>): Shape<readonly T[]> {
  return Shape.of({ type: types.list(element.parts.type), element });
}

/** Different values in no order. */
export function set<T>(element: Shape<T>): Shape<readonly T[]> {
  return Shape.of({ type: types.set(element.parts.type), element });
}

/** Values by name. */
export function map<T>(element: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return Shape.of({ type: types.map(element.parts.type), element });
}

/** An object with attributes of its own. */
export function nested<A extends Attributes>(attributes: A): Shape<State<A>> {
  return Shape.of({ type: objectType(attributes), nested: { mode: "single", attributes } });
}

/** Objects in an order. */
export function nestedList<A extends Attributes>(attributes: A): Shape<readonly State<A>[]> {
  return Shape.of({ type: types.list(objectType(attributes)), nested: { mode: "list", attributes } });
}

/** Different objects in no order. */
export function nestedSet<A extends Attributes>(attributes: A): Shape<readonly State<A>[]> {
  return Shape.of({ type: types.set(objectType(attributes)), nested: { mode: "set", attributes } });
}

/** Objects by name. */
export function nestedMap<A extends Attributes>(attributes: A): Shape<Readonly<Record<string, State<A>>>> {
  return Shape.of({ type: types.map(objectType(attributes)), nested: { mode: "map", attributes } });
}
