/**
 * Characters that are unsafe to print on a terminal, or that disguise a text: control characters (which start escape
 * sequences), line breaks, direction marks, lone surrogates. Not the two joiners of Indic scripts, Persian and emoji. Also the
 * first mark of a command to a pipeline's runner: `##[…]` and `##vso[…]` anywhere, `::…::` at the beginning. The expression
 * looks back only from a colon: from each blank, it would read a long run of blanks again and again.
 */
const unprintable =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]|#(?=#\w*\[)|:(?<=^\s*:)(?=:.*::)/gu;

/** A text from elsewhere, safe to print on one line: unsafe characters are written as their code, `\u{1b}`. */
export function printableText(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
