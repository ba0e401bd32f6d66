import { type Decimal, numberText } from "../values/decimal";
import { types } from "../values/type";
import type { Dynamic } from "../values/value";
import { type Attributes, Shape } from "./attribute";
import { objectType } from "./implied-type";
import type { State } from "./infer";

/** A string. */
export function string(): Shape<string> {
  return Shape.of({ type: types.string });
}

/** One of the given strings. */
export function oneOf<const T extends string>(values: readonly T[]): Shape<T> {
  return Shape.of<T>({
    type: types.string,
    isWord: true,
    checks: [
      (value, report) => {
        if (values.includes(value)) return;
        // Terraform converts the number 4.0 to the string "4".
        const meant = values.find((one) => value.trim() !== "" && Number(one) === Number(value));
        const hint = meant === undefined ? "" : `; write it in quotes: "${meant}"`;
        report.error(`must be one of ${values.join(", ")}${hint}`);
      },
    ],
  });
}

/** A boolean. */
export function bool(): Shape<boolean> {
  return Shape.of({ type: types.bool });
}

/** A number of any size and precision: a Decimal if JavaScript would round it. */
export function number(): Shape<number | Decimal> {
  return Shape.of({ type: types.number });
}

/** An integer within bounds; defaults to the safe integers. */
export function integer(bounds: { min?: number; max?: number } = {}): Shape<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  return Shape.of<number>({
    type: types.number,
    checks: [
      (value, report) => {
        // The value is a Decimal if JavaScript would round it.
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

/** An ordered list. */
export function list<T>(element: Shape<T>): Shape<readonly T[]> {
  return Shape.of({ type: types.list(element.parts.type), element });
}

/** A set: distinct values without an order. */
export function set<T>(element: Shape<T>): Shape<readonly T[]> {
  return Shape.of({ type: types.set(element.parts.type), element });
}

/** A map from strings. */
export function map<T>(element: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return Shape.of({ type: types.map(element.parts.type), element });
}

/** A nested object. */
export function nested<A extends Attributes>(attributes: A): Shape<State<A>> {
  return Shape.of({ type: objectType(attributes), nested: { mode: "single", attributes } });
}

/** A list of nested objects. */
export function nestedList<A extends Attributes>(attributes: A): Shape<readonly State<A>[]> {
  return Shape.of({ type: types.list(objectType(attributes)), nested: { mode: "list", attributes } });
}

/** A set of nested objects. */
export function nestedSet<A extends Attributes>(attributes: A): Shape<readonly State<A>[]> {
  return Shape.of({ type: types.set(objectType(attributes)), nested: { mode: "set", attributes } });
}

/** A map of nested objects. */
export function nestedMap<A extends Attributes>(attributes: A): Shape<Readonly<Record<string, State<A>>>> {
  return Shape.of({ type: types.map(objectType(attributes)), nested: { mode: "map", attributes } });
}
