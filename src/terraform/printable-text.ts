/**
 * A value as JSON in which nothing acts on a terminal: what would not be seen is written as `\u….`, which means the same in
 * JSON.
 */
export function printableJson(
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
  space?: number,
): string {
  return JSON.stringify(value, replacer, space).replace(
    // Control characters below the space are escaped already, but for the line breaks of the form with spaces.
    /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\ufffe\uffff]/gu,
    (character) =>
      [...Array(character.length).keys()].map((index) => unitEscape(character.charCodeAt(index))).join(""),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/**
 * A text for a terminal, on which what stands in it cannot act: what would not be seen, such as the beginning of an
 * escape sequence, is written as its code, `\u{1b}`. Terraform prints what a plugin says as it is.
 */
export function printableLines(text: string): string {
  return text.replace(
    // Control characters, marks of direction, half characters; line breaks and tabs, and the joiners that scripts and emoji
    // need, stay. It stands here since making it takes as long as loading all else that a handshake needs.
    /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
