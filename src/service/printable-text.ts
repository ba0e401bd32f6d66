/**
 * What acts on a terminal instead of being seen, or makes a text read differently from what it is: control characters,
 * escape sequences by their first character, line breaks, marks of writing direction, half characters. Not the two
 * joiners, which Indic scripts, Persian and emoji are written with.
 */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** A text from elsewhere on one line, as people may be shown it: what could act or hide is written as its code, `\u{1b}`. */
export function printableText(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
