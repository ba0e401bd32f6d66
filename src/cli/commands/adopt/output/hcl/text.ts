import { wellFormed, withEscapes } from "../plain-text";

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text as an HCL string that evaluates to it: nothing in it ends the string, and nothing is a template. */
export function hclText(text: string): string {
  const quoted = wellFormed(text)
    .replace(/[\\"]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&");
  return `"${withEscapes(quoted, (character, codePoint) => named[character] ?? codePointEscape(codePoint))}"`;
}

function codePointEscape(codePoint: number): string {
  const digits = codePoint.toString(16).toUpperCase();
  return codePoint > 0xffff ? `\\U${digits.padStart(8, "0")}` : `\\u${digits.padStart(4, "0")}`;
}
