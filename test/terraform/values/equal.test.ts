import fc from "fast-check";
import { parseNumber } from "../../../src/terraform/values/decimal";
import { equal, identical } from "../../../src/terraform/values/equal";
import { type Type, types } from "../../../src/terraform/values/type";
import { Dynamic, isFullyKnown, Unknown, unknown, type Value } from "../../../src/terraform/values/value";
import { known, partlyUnknown } from "./arbitrary";

const member = types.object({ id: types.string, host: types.string });

const alike: [string, Type, Value, Value][] = [
  ["sets in another order", types.set(types.string), ["a", "b"], ["b", "a"]],
  ["sets with an element twice", types.set(types.string), ["a", "b", "a"], ["b", "a"]],
  [
    "sets of objects whose attributes come in another order",
    types.set(member),
    [
      { id: "1", host: "a" },
      { id: "2", host: "b" },
    ],
    [
      { host: "b", id: "2" },
      { host: "a", id: "1" },
    ],
  ],
  ["sets of sets", types.set(types.set(types.number)), [[1, 2], [3]], [[3], [2, 1]]],
  ["maps in another order", types.map(types.bool), { a: true, b: false }, { b: false, a: true }],
  ["long numbers", types.number, parseNumber("12345678901234567890"), parseNumber("12345678901234567890.0")],
  [
    "dynamic values of one type",
    types.dynamic,
    new Dynamic(types.string, "a"),
    new Dynamic(types.string, "a"),
  ],
];

const unlike: [string, Type, Value, Value][] = [
  ["lists in another order", types.list(types.string), ["a", "b"], ["b", "a"]],
  ["a list and a longer one", types.list(types.string), ["a"], ["a", "a"]],
  ["strings split at another place", types.list(types.string), ['a","b'], ["a", "b"]],
  ["null and the word null", types.string, null, "null"],
  ["null and empty", types.set(types.string), null, []],
  ["a set that lacks one", types.set(types.string), ["a"], ["a", "b"]],
  [
    "long numbers that differ in the last digit",
    types.number,
    parseNumber("12345678901234567890"),
    parseNumber("12345678901234567891"),
  ],
  ["maps with other keys", types.map(types.string), { a: "x" }, { b: "x" }],
  [
    "dynamic values of other types",
    types.dynamic,
    new Dynamic(types.string, "1"),
    new Dynamic(types.number, 1),
  ],
  ["a dynamic null and a null", types.dynamic, new Dynamic(types.string, null), null],
];

test.each(alike)("%s are equal", (_, type, a, b) => {
  expect([equal(type, a, b), identical(type, a, b)]).toEqual([true, true]);
});

test.each(unlike)("%s are not equal", (_, type, a, b) => {
  expect([equal(type, a, b), identical(type, a, b)]).toEqual([false, false]);
});

test("a fully known value equals itself", () => {
  fc.assert(
    fc.property(known, ({ type, value }) => {
      expect(equal(type, value, structuredCopy(value))).toBe(true);
    }),
  );
});

test("an unknown value equals nothing, including itself, at any depth", () => {
  fc.assert(
    fc.property(partlyUnknown, ({ type, value }) => {
      expect(equal(type, value, value)).toBe(isFullyKnown(value));
    }),
  );
});

test("unknown values are identical with any refinements", () => {
  const type = types.object({ id: types.string });
  const refined = new Unknown(new Map([[1, false]]));
  expect(identical(type, { id: unknown }, { id: refined })).toBe(true);
  expect(identical(type, { id: unknown }, { id: null })).toBe(false);
  expect(identical(type, { id: unknown }, { id: "?" })).toBe(false);
});

test("sets with one unknown element and with two do not read the same", () => {
  expect(identical(types.set(types.string), [unknown, "a"], [unknown, "a", unknown])).toBe(false);
  expect(identical(types.set(types.string), [unknown, "a"], ["a", unknown])).toBe(true);
});

function structuredCopy(value: Value): Value {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (value === null || Object.getPrototypeOf(value) !== null || typeof value !== "object") return value;
  const copy = Object.create(null);
  for (const [name, part] of Object.entries(value)) copy[name] = structuredCopy(part);
  return copy;
}
