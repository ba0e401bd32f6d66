import fc from "fast-check";
import { type Decimal, parseNumber } from "../../../src/terraform/values/decimal";
import { objectValue } from "../../../src/terraform/values/object-value";
import { distinct } from "../../../src/terraform/values/set-elements";
import { type Type, types } from "../../../src/terraform/values/type";
import { Dynamic, Unknown, unknown, type Value } from "../../../src/terraform/values/value";

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

/** Numbers of every size that Terraform can state, as texts that mean one number. */
export const numberSource: fc.Arbitrary<string> = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.bigInt(), fc.integer({ min: 0, max: 60 })).map(([digits, places]) => `${digits}e-${places}`),
);

const number: fc.Arbitrary<number | Decimal> = numberSource.map(parseNumber);

const leafType = fc.constantFrom<Type>(types.string, types.number, types.bool);

function typeUpTo(levels: number): fc.Arbitrary<Type> {
  if (levels === 0) return leafType;
  const inner = typeUpTo(levels - 1);
  return fc.oneof(
    leafType,
    fc.constant<Type>(types.dynamic),
    inner.map(types.list),
    inner.map(types.set),
    inner.map(types.map),
    fc.array(inner, { maxLength: 3 }).map(types.tuple),
    fc.array(fc.tuple(name, inner), { maxLength: 4 }).map((attributes) => {
      const record: Record<string, Type> = Object.create(null);
      for (const [attribute, type] of attributes) record[attribute] = type;
      return types.object(record);
    }),
  );
}

/** Any type; dynamic ones among them. */
export const anyType: fc.Arbitrary<Type> = typeUpTo(3);

/** A type with a value that is known throughout; nulls anywhere. */
export const known: fc.Arbitrary<Typed> = typed(() => fc.constant(null));

/** A type with a value that may be, or hold, null and unknown parts, with and without refinements. */
export const partlyUnknown: fc.Arbitrary<Typed> = typed((type) =>
  fc.oneof(fc.constant(null), fc.constant(unknown), type.kind === "dynamic" ? fc.constant(unknown) : refined),
);

const refined = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 200 }),
      fc.oneof(
        fc.boolean(),
        text(10),
        fc.maxSafeInteger(),
        fc.bigInt({ min: 2n ** 60n, max: 2n ** 64n - 1n }),
        fc.tuple(fc.double({ noNaN: true, noInteger: true, noDefaultInfinity: true }), fc.boolean()),
        fc.dictionary(text(3), fc.integer()).map((entries) => new Map(Object.entries(entries))),
        fc.uint8Array({ maxLength: 5 }),
        fc.constant(null),
      ),
    ),
    { minLength: 1, maxLength: 4, selector: ([key]) => key },
  )
  .map((entries) => new Unknown(new Map<number, unknown>(entries)));

/** What stands in for a value that is not there or not known, in a place of that type. */
type Gap = (type: Type) => fc.Arbitrary<Value>;

function typed(gap: Gap): fc.Arbitrary<Typed> {
  return anyType.chain((type) => valueFor(type, gap, 2).map((value) => ({ type, value })));
}

/** @param levels how deep dynamic values may lie within each other */
function valueFor(type: Type, gap: Gap, levels: number): fc.Arbitrary<Value> {
  return fc.oneof(
    { weight: 1, arbitrary: gap(type) },
    { weight: 6, arbitrary: presentValueFor(type, gap, levels) },
  );
}

function presentValueFor(type: Type, gap: Gap, levels: number): fc.Arbitrary<Value> {
  const part = (of: Type) => valueFor(of, gap, levels);
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
    case "tuple":
      return fc.tuple(...type.elements.map(part));
    case "object": {
      const names = Object.keys(type.attributes);
      return fc
        .tuple(...Object.values(type.attributes).map(part))
        .map((values) => objectValue(values.map((value, i) => [names[i] ?? "", value] as const)));
    }
    case "dynamic":
      return typeUpTo(levels)
        .filter((inner) => inner.kind !== "dynamic")
        .chain((inner) =>
          valueFor(inner, gap, Math.max(0, levels - 1)).map((value) => new Dynamic(inner, value)),
        );
  }
}
