/**
 * The first mark of a command to a pipeline's runner, wherever a line may be wrapped. GitHub reads `::name …::` at the
 * beginning of a line, Azure `##vso[…]` and both `##[…]` anywhere, GitLab `section_start:…`. Names with hexadecimal digits only
 * are parts of IPv6 addresses. A word that begins so needs no second `::`, which may come from the text after it.
 */
const command = String.raw`#(?=#\w*\[)|:(?=:[\da-fA-F]*[g-zG-Z_-][\w-]*(?: .*?)?::)|:(?<=(?:^|\s):)(?=:[\da-fA-F]*[g-zG-Z_-])|s(?=ection_(?:start|end):\d)`;

/**
 * A value as JSON that is safe to print on a terminal and in a pipeline's log: invisible characters and commands to its
 * runner are written as `\u…` escapes, which are equivalent in JSON.
 */
export function printableJson(
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
  space?: number,
): string {
  return JSON.stringify(value, replacer, space).replace(
    // JSON.stringify escapes control characters below the space, except the line breaks of indented JSON.
    new RegExp(String.raw`[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\ufffe\uffff]|${command}`, "gu"),
    (character) =>
      [...Array(character.length).keys()].map((index) => unitEscape(character.charCodeAt(index))).join(""),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

/**
 * A string that is safe to print on a terminal, however its lines are wrapped. Invisible characters, such as those that start
 * an escape sequence, and commands to a pipeline's runner are written as codes, `\u{1b}`; line breaks and tabs stay. Terraform
 * prints messages of a plugin unchanged, but wraps them.
 */
export function printableLines(text: string): string {
  return text.replace(
    // Control characters, direction marks, lone surrogates; but not the joiners that scripts and emoji need. Created on use:
    // this expression takes as long to create as everything else that the handshake needs takes to load.
    new RegExp(
      String.raw`(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]|${command}`,
      "gu",
    ),
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A string that is safe to print on one line. */
export function printableLine(text: string): string {
  return printableLines(text.replaceAll(/\s+/g, " ").trim());
}
