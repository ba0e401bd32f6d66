import fc from "fast-check";
import { distinct, equal, identical } from "../../../src/terraform/values/equal";
import { type Type, types } from "../../../src/terraform/values/type";
import { isFullyKnown, Unknown, unknown, type Value } from "../../../src/terraform/values/value";
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
];

const unlike: [string, Type, Value, Value][] = [
  ["lists in another order", types.list(types.string), ["a", "b"], ["b", "a"]],
  ["a list and a longer one", types.list(types.string), ["a"], ["a", "a"]],
  ["strings split at another place", types.list(types.string), ['a","b'], ["a", "b"]],
  ["null and the word null", types.string, null, "null"],
  ["null and empty", types.set(types.string), null, []],
  ["a set that lacks one", types.set(types.string), ["a"], ["a", "b"]],
  ["numbers", types.number, 1, 2],
  ["maps with other keys", types.map(types.string), { a: "x" }, { b: "x" }],
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
  const refined = new Unknown(Uint8Array.of(0x81, 0x01, 0xc2));
  expect(identical(type, { id: unknown }, { id: refined })).toBe(true);
  expect(identical(type, { id: unknown }, { id: null })).toBe(false);
  expect(identical(type, { id: unknown }, { id: "?" })).toBe(false);
});

test("sets with one unknown element and with two do not read the same", () => {
  expect(identical(types.set(types.string), [unknown, "a"], [unknown, "a", unknown])).toBe(false);
  expect(identical(types.set(types.string), [unknown, "a"], ["a", unknown])).toBe(true);
});

test("a set keeps the first of equal elements, and their order", () => {
  expect(distinct(types.string, ["b", "a", "b", null, "null", null])).toEqual(["b", "a", null, "null"]);
});

test("elements are compared by value, deeply", () => {
  const element = types.set(types.number);
  expect(distinct(element, [[1, 2], [2], [2, 1]])).toEqual([[1, 2], [2]]);
});

test("elements that hold an unknown are all kept, since they may turn out to differ", () => {
  const element = types.object({ id: types.string });
  expect(distinct(element, [{ id: unknown }, { id: unknown }])).toHaveLength(2);
});

test("ten thousand elements are fast", () => {
  const values = Array.from({ length: 10_000 }, (_, i) => ({ id: `HT${i % 5000}` }));
  expect(distinct(types.object({ id: types.string }), values)).toHaveLength(5000);
});

function structuredCopy(value: Value): Value {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (value === null || Object.getPrototypeOf(value) !== null || typeof value !== "object") return value;
  const copy = Object.create(null);
  for (const [name, part] of Object.entries(value)) copy[name] = structuredCopy(part);
  return copy;
}
