/** Characters that show nothing or change how the text around them is shown, without those that join letters and emoji. */
const unseen = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u;

/** The text with invisible characters as escapes of the language. */
export function withEscapes(text: string, escaped: (character: string, codePoint: number) => string): string {
  return [...text]
    .map((character) =>
      unseen.test(character) ? escaped(character, character.codePointAt(0) ?? 0) : character,
    )
    .join("");
}

/** The text as valid UTF-8: without lone surrogates. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** A text as the rest of a line: nothing in it ends the line, and it is not longer than that many characters. */
export function oneLine(text: string, longest = 100): string {
  const line = withEscapes(wellFormed(text), () => " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}
