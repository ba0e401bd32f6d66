import fc from "fast-check";
import { parseNumber, supportedNumber } from "../../../src/terraform/values/number";

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
    ["1.0", 1],
    ["1e3", 1000],
    ["1E-2", 0.01],
    ["12300e-2", 123],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["-9007199254740991.000", Number.MIN_SAFE_INTEGER],
    ["1e-300", 1e-300],
    ["0e999999999", 0],
  ])("%s is an equal JavaScript number", (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  test.each([
    "9007199254740992",
    "9007199254740993",
    "-9007199254740992",
    "18446744073709551616",
    "1e16",
    "1e400",
    "1e999999999",
    "9".repeat(400),
  ])("%s is beyond the safe integers", (text) => {
    expect(() => parseNumber(text)).toThrow(
      "a number from -9007199254740991 to 9007199254740991 is required",
    );
  });

  test.each([
    "1.00000000000000000001",
    "0.1000000000000000055",
    "3.14159265358979323846264338327950288",
    "9007199254740990.5",
    "1e-400",
    `0.${"0".repeat(100_000)}1`,
    `1.${"0".repeat(100_000)}`,
  ])("%.40s is not rounded, but refused", (text) => {
    expect(() => parseNumber(text)).toThrow("a number of fewer digits is required");
  });

  test.each(["", ".", "e5", "1_000", "0x10", "one", " 1", "1 ", "Infinity", "NaN", "--1", "1e"])(
    "%j is not a number",
    (text) => {
      expect(() => parseNumber(text)).toThrow("a number is required");
    },
  );

  test("is the number of that text, for any number that is supported", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.maxSafeInteger(), fc.double({ min: -1e15, max: 1e15, noNaN: true })),
        (number) => {
          expect(parseNumber(String(number))).toBe(number + 0);
        },
      ),
    );
  });

  test("is exact, or refused, for any fraction", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 60 }), (digits, places) => {
        const parsed = numberOrUndefined(`${digits}e-${places}`);
        if (parsed === undefined) return;
        const [mantissa = "", exponent = "0"] = String(parsed).split("e");
        const [whole = "", fraction = ""] = mantissa.split(".");
        const [power, before] = [BigInt(places), BigInt(whole + fraction)];
        const shift = BigInt(exponent) - BigInt(fraction.length) + power;
        // digits × 10^-places equals the parsed digits × 10^shift.
        expect(shift < 0n ? digits * 10n ** -shift : digits).toBe(
          shift < 0n ? before : before * 10n ** shift,
        );
      }),
    );
  });
});

test("neither infinity nor NaN is supported", () => {
  for (const number of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])
    expect(() => supportedNumber(number)).toThrow("is required");
  expect(Object.is(supportedNumber(-0), 0)).toBe(true);
});

function numberOrUndefined(text: string): number | undefined {
  try {
    return parseNumber(text);
  } catch {
    return undefined;
  }
}
