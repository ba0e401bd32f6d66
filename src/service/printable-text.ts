/**
 * Characters that are unsafe to print on a terminal, or that disguise a text: control characters (which start escape
 * sequences), line breaks, direction marks, lone surrogates. Not the two joiners of Indic scripts, Persian and emoji. Also the
 * first mark of a command to a pipeline's runner, as in `terraform/printable-text.ts`, which is to need nothing else.
 */
const unprintable =
  /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]|#(?=#\w*\[)|:(?=:[\da-fA-F]*[g-zG-Z_-][\w-]*(?: .*?)?::)|:(?<=(?:^|\s):)(?=:[\da-fA-F]*[g-zG-Z_-])|s(?=ection_(?:start|end):\d)/gu;

/** A text from elsewhere, safe to print on one line, however it is wrapped: unsafe characters are written as their code, `\u{1b}`. */
export function printableText(text: string): string {
  return text.replace(unprintable, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
