import { types } from "../values/type";
import { type Attributes, Shape } from "./attribute";
import { objectType } from "./implied-type";
import type { State } from "./infer";

/** A string. */
export function string(): Shape<string> {
  return Shape.of({ type: types.string });
}

/** One of the given strings. Resources also keep another one that an existing object has, if `isOpen`. */
export function oneOf<const T extends string>(values: readonly T[], { isOpen = false } = {}): Shape<T> {
  return Shape.of<T>({
    type: types.string,
    isWord: true,
    isOpen,
    checks: [
      (value, report) => {
        if (values.includes(value)) return;
        // Terraform converts the number 4.0 to the string "4".
        const intended = values.find((word) => value.trim() !== "" && Number(word) === Number(value));
        const hint = intended === undefined ? "" : `; write it in quotes: "${intended}"`;
        report.error(`must be one of ${values.join(", ")}${hint}`);
      },
    ],
  });
}

/** A boolean. */
export function bool(): Shape<boolean> {
  return Shape.of({ type: types.bool });
}

/** A number within the safe integers of JavaScript, of at most 17 digits. */
export function number(): Shape<number> {
  return Shape.of({ type: types.number });
}

/** An integer within bounds; defaults to the safe integers. */
export function integer(bounds: { min?: number; max?: number } = {}): Shape<number> {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = bounds;
  return number().check((value, report) => {
    if (!Number.isInteger(value)) report.error("must be a whole number");
    else if (value < min) report.error(`must be at least ${min}`);
    else if (value > max) report.error(`must be at most ${max}`);
  });
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

/** A list of nested objects, whose attributes are computed. Only the provider can set it. */
export function nestedList<A extends Attributes>(
  attributes: A,
): Pick<Shape<readonly State<A>[]>, "parts" | "computed"> {
  return Shape.of({ type: types.list(objectType(attributes)), nested: { attributes } });
}
