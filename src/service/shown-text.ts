/**
 * What acts on a terminal instead of being seen, or makes a text read differently from what it is: control characters,
 * escape sequences by their first character, marks of writing direction, and half characters. Not the two joiners,
 * which Indic scripts, Persian and emoji are written with.
 */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** A text of the service on one line for people: what could act on a terminal is shown escaped, as in `\u001b`. */
export function shownText(text: string): string {
  return text.replace(unseen, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
