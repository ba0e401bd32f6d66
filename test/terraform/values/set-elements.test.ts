import { distinct } from "../../../src/terraform/values/set-elements";
import { types } from "../../../src/terraform/values/type";
import { unknown } from "../../../src/terraform/values/value";

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
