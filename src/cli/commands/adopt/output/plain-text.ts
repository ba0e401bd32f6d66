/** Characters that show nothing or change how the text around them is shown, without those that join letters and emoji. */
const unseen = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/gu;

const named: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * The text with invisible characters as escapes, which are the same in HCL and TypeScript except the long ones.
 * @param long the escape of a character with more than four hexadecimal digits
 */
export function withEscapes(text: string, long: (digits: string) => string): string {
  return text.replace(unseen, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return named[character] ?? (digits.length > 4 ? long(digits) : `\\u${digits.padStart(4, "0")}`);
  });
}

/** The text as valid UTF-8: without lone surrogates. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** A text as the rest of a line: nothing in it ends the line, and it is not longer than that many characters. */
export function plainLine(text: string, maxLength = 100): string {
  const line = wellFormed(text).replace(unseen, " ").replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join("")}…`;
}
