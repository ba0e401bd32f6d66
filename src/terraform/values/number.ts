/**
 * Numbers are those that JavaScript holds exactly: no attribute needs more. Others are errors rather than rounded, since
 * Terraform rejects a plan that differs from the configuration in the last digit.
 */

const decimalNotation = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The length above which no text is a supported number. It also bounds the time that a text takes. */
const maxLength = 1_100;

/** Parses a decimal number. @throws Error if it is invalid, or cannot be held exactly */
export function parseNumber(text: string): number {
  if (!decimalNotation.test(text)) throw new Error("a number is required");
  const number = supportedNumber(Number(text));
  if (text.length > maxLength || significantDigits(text) !== significantDigits(String(number)))
    throw new Error("a number of fewer digits is required");
  return number;
}

/** The number, with 0 for -0. @throws Error unless it is within the safe integers */
export function supportedNumber(number: number): number {
  const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;
  if (number >= MIN_SAFE_INTEGER && number <= MAX_SAFE_INTEGER) return number + 0;
  throw new Error(`a number from ${MIN_SAFE_INTEGER} to ${MAX_SAFE_INTEGER} is required`);
}

function significantDigits(text: string): string {
  const [mantissa = ""] = text.split(/[eE]/);
  return mantissa.replace(/[^0-9]/g, "").replace(/^0+|0+$/g, "");
}
