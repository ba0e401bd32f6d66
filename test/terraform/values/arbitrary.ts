import fc from "fast-check";
import { distinct } from "../../../src/terraform/values/equal";
import { objectValue } from "../../../src/terraform/values/object-value";
import { type Type, types } from "../../../src/terraform/values/type";
import { Unknown, unknown, type Value } from "../../../src/terraform/values/value";

/** A type and a value of it. */
export interface Typed {
  readonly type: Type;
  readonly value: Value;
}

/** Names that an object of JavaScript would take for its own, among others. */
const name = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "length", ""),
  },
  { weight: 4, arbitrary: text(6) },
);

function text(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: "grapheme", maxLength }).map((string) => string.normalize());
}

const number = fc.oneof(
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    .map((float) => float + 0),
);

const leafType = fc.constantFrom<Type>(types.string, types.number, types.bool);

function typeUpTo(levels: number): fc.Arbitrary<Type> {
  if (levels === 0) return leafType;
  const inner = typeUpTo(levels - 1);
  return fc.oneof(
    leafType,
    inner.map(types.list),
    inner.map(types.set),
    inner.map(types.map),
    fc.array(fc.tuple(name, inner), { maxLength: 4 }).map((attributes) => {
      const record: Record<string, Type> = Object.create(null);
      for (const [attribute, type] of attributes) record[attribute] = type;
      return types.object(record);
    }),
  );
}

/** A type with a value that is known throughout; nulls anywhere. */
export const known: fc.Arbitrary<Typed> = typed(fc.constant(null));

/** A type with a value that may be, or hold, null and unknown parts, with and without refinements. */
export const partlyUnknown: fc.Arbitrary<Typed> = typed(
  fc.oneof(
    fc.constant(null),
    fc.constant(unknown),
    fc.uint8Array({ minLength: 2, maxLength: 20 }).map((refinements) => new Unknown(refinements)),
  ),
);

/** @param gap stands in for a value that is not there or not known */
function typed(gap: fc.Arbitrary<Value>): fc.Arbitrary<Typed> {
  return typeUpTo(3).chain((type) => valueFor(type, gap).map((value) => ({ type, value })));
}

function valueFor(type: Type, gap: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 1, arbitrary: gap }, { weight: 6, arbitrary: presentValueFor(type, gap) });
}

function presentValueFor(type: Type, gap: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  const part = (of: Type) => valueFor(of, gap);
  switch (type.kind) {
    case "string":
      return fc.oneof({ weight: 5, arbitrary: text(12) }, { weight: 1, arbitrary: text(300) });
    case "number":
      return number;
    case "bool":
      return fc.boolean();
    case "list":
      return fc.array(part(type.element), { maxLength: 20, size: "small" });
    case "set":
      return fc.array(part(type.element), { maxLength: 5 }).map((values) => distinct(type.element, values));
    case "map":
      return fc.array(fc.tuple(name, part(type.element)), { maxLength: 20, size: "small" }).map(objectValue);
    case "object": {
      const names = Object.keys(type.attributes);
      return fc
        .tuple(...Object.values(type.attributes).map(part))
        .map((values) => objectValue(values.map((value, i) => [names[i] ?? "", value] as const)));
    }
  }
}
