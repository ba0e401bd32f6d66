import { Decimal } from "../../../src/terraform/values/decimal";
import { types } from "../../../src/terraform/values/type";
import { Dynamic, isFullyKnown, unknown } from "../../../src/terraform/values/value";

test.each([
  ["null", null],
  ["a decimal", new Decimal("0.1000000000000000055")],
  ["a nested value", { a: ["x", null], b: new Dynamic(types.string, "y") }],
])("%s is fully known", (_, value) => {
  expect(isFullyKnown(value)).toBe(true);
});

test.each([
  ["an unknown", unknown],
  ["an element", [["x"], [unknown]]],
  ["an attribute", { a: { b: unknown } }],
  ["the inside of a dynamic value", new Dynamic(types.string, unknown)],
])("%s with an unknown part is not fully known", (_, value) => {
  expect(isFullyKnown(value)).toBe(false);
});
