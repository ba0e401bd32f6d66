/** Control characters but line breaks and tabs, half characters, and marks that change how the text around them reads. */
const unseen = /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * A text for a terminal, on which what stands in it cannot act: what would not be seen is shown escaped, as in `\u001b`.
 * Terraform prints what a plugin says as it is.
 */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}
