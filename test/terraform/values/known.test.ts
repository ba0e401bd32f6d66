import { isFullyKnown, unknown } from "../../../src/terraform/values/value";

test.each([
  ["null", null],
  ["a number", 0.5],
  ["a nested value", { a: ["x", null], b: {} }],
])("%s is fully known", (_, value) => {
  expect(isFullyKnown(value)).toBe(true);
});

test.each([
  ["an unknown", unknown],
  ["an element", [["x"], [unknown]]],
  ["an attribute", { a: { b: unknown } }],
])("%s with an unknown part is not fully known", (_, value) => {
  expect(isFullyKnown(value)).toBe(false);
});
