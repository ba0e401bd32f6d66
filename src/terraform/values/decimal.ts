/**
 * A decimal number that a JavaScript number cannot represent exactly. Created by {@link parseNumber} and
 * {@link exactNumber} in canonical form.
 */
export class Decimal {
  /**
   * @param text plain notation: `-` where negative, no exponent, no leading zeros but one before a point,
   * no trailing zeros after it
   */
  constructor(readonly text: string) {}
}

const integerOfFewDigits = /^-?[1-9][0-9]{0,14}$/;
const decimalNotation = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

/** The maximum number of zeros that an exponent may add, so that 1e999999999 does not exhaust the memory. */
const maxZeros = 100_000;

/**
 * Parses a decimal number exactly: returns a JavaScript number if its shortest text is equal, or else a {@link Decimal}.
 * Accepts a sign, digits, a point and an exponent, as Terraform does.
 * @throws RangeError for a huge exponent, SyntaxError for an invalid number
 */
export function parseNumber(text: string): number | Decimal {
  if (integerOfFewDigits.test(text)) return Number(text);
  const plain = plainNotation(text);
  const nearest = Number(plain);
  return Number.isFinite(nearest) && numberText(nearest) === plain ? nearest : new Decimal(plain);
}

/** The exact decimal value of a binary floating-point number: 0.5 is itself, 0.1 is a {@link Decimal} of 55 digits. */
export function exactNumber(float: number): number | Decimal {
  if (Number.isSafeInteger(float)) return float + 0;
  if (!Number.isFinite(float)) return float;
  const text = exactText(float);
  return text === numberText(float) ? float : new Decimal(text);
}

/** A number in decimal notation, without an exponent. For a JavaScript number, this is its shortest text. */
export function numberText(number: number | Decimal): string {
  if (typeof number !== "number") return number.text;
  const text = String(number);
  return text.includes("e") ? plainNotation(text) : text;
}

function plainNotation(text: string): string {
  const [matched, sign, whole = "", fraction = "", exponent = "0"] = decimalNotation.exec(text) ?? [];
  if (matched === undefined || whole + fraction === "") throw new SyntaxError("a number is required");
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  const point = digits.length - fraction.length + Number(exponent);
  if (point > digits.length + maxZeros || point < -maxZeros) {
    throw new RangeError("the number is too large or too small to be written out");
  }
  return (sign === "-" ? "-" : "") + withPoint(digits, point);
}

/** Digits with the decimal point after the first `point` of them, zeros added or dropped as needed. */
function withPoint(digits: string, point: number): string {
  if (point >= digits.length) return digits.padEnd(point, "0");
  const whole = point > 0 ? digits.slice(0, point) : "0";
  const fraction = withoutTrailingZeros(point > 0 ? digits.slice(point) : "0".repeat(-point) + digits);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Not a regular expression: `/0+$/` takes quadratic time over long runs of zeros that do not end the text. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

/** The binary fraction m / 2^k equals m × 5^k / 10^k, a finite decimal. */
function exactText(float: number): string {
  if (Number.isInteger(float)) return BigInt(float).toString();
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(float));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const halvings = 1075 - Math.max(exponent, 1);
  const digits = (mantissa * 5n ** BigInt(halvings)).toString();
  return (float < 0 ? "-" : "") + withPoint(digits, digits.length - halvings);
}
