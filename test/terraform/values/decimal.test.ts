import fc from "fast-check";
import { Decimal, exactNumber, numberText, parseNumber } from "../../../src/terraform/values/decimal";
import { numberSource } from "./arbitrary";

describe("a number from its text", () => {
  test.each([
    ["0", 0],
    ["-0", 0],
    ["42", 42],
    ["-7", -7],
    ["0.1", 0.1],
    ["007", 7],
    ["+1.50", 1.5],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["1E-2", 0.01],
    ["9007199254740991", 9007199254740991],
    ["1e300", 1e300],
    ["0e999999999", 0],
  ])("%s is an equal JavaScript number", (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  test.each([
    ["9007199254740993", "9007199254740993"],
    ["-18446744073709551616", "-18446744073709551616"],
    ["0.1000000000000000055", "0.1000000000000000055"],
    ["3.14159265358979323846264338327950288", "3.14159265358979323846264338327950288"],
    ["1e400", `1${"0".repeat(400)}`],
    ["00123456789012345678901234567890.5000", "123456789012345678901234567890.5"],
  ])("%s is kept to the last digit", (text, plain) => {
    expect(parseNumber(text)).toEqual(new Decimal(plain));
  });

  test.each(["", ".", "e5", "1_000", "0x10", "one", " 1", "1 ", "Infinity", "NaN", "--1", "1e"])(
    "%j is not a number",
    (text) => {
      expect(() => parseNumber(text)).toThrow("a number is required");
    },
  );

  test.each(["1e999999999", "1e-999999999", `1e${"9".repeat(400)}`])(
    "an absurd exponent is refused",
    (text) => {
      expect(() => parseNumber(text)).toThrow("too large or too small");
    },
  );

  test("equals the number of its text, for any size", () => {
    fc.assert(
      fc.property(numberSource, (text) => {
        const number = parseNumber(text);
        expect(numberText(number)).toMatch(/^-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
        expect(parseNumber(numberText(number))).toEqual(number);
        expect(Number(numberText(number))).toBe(Number(text) + 0);
      }),
    );
  });
});

describe("the exact number behind a binary float", () => {
  test("is the float itself where its shortest text is exact", () => {
    expect([0.5, -2.25, 1e15, 2 ** 60 * 0, -0].map(exactNumber)).toEqual([0.5, -2.25, 1e15, 0, 0]);
  });

  test("has every digit where the shortest text is rounded", () => {
    expect(exactNumber(0.1)).toEqual(
      new Decimal("0.1000000000000000055511151231257827021181583404541015625"),
    );
    expect(exactNumber(2 ** 63)).toEqual(new Decimal("9223372036854775808"));
    expect(exactNumber(-1e23)).toEqual(new Decimal("-99999999999999991611392"));
  });

  test("rounds back to the float, down to the smallest", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (float) => {
        expect(Number(numberText(exactNumber(float)))).toBe(float + 0);
      }),
    );
    expect(numberText(exactNumber(5e-324))).toHaveLength(1076);
  });
});

test("a number is written without an exponent", () => {
  expect([1e21, 1.5e-7, -2e-9, 12345.678].map(numberText)).toEqual([
    "1000000000000000000000",
    "0.00000015",
    "-0.000000002",
    "12345.678",
  ]);
});
