/**
 * A text for a terminal, on which what stands in it cannot act: what would not be seen, such as the beginning of an
 * escape sequence, is written as its code, `\u{1b}`. Terraform prints what a plugin says as it is.
 */
export function visibleText(text: string): string {
  return text.replace(
    // Control characters, marks of direction, half characters; line breaks and tabs, and the joiners that scripts and emoji
    // need, stay. It stands here since making it takes as long as loading all else that a handshake needs.
    /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
