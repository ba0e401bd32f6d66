/**
 * The first mark of a command to a pipeline's runner, wherever a line may be wrapped. GitHub reads `::name …::` at the
 * beginning of a line, Azure `##vso[…]` and both `##[…]` anywhere, GitLab `section_start:…`. Names with hexadecimal digits only
 * are parts of IPv6 addresses. A word that begins so needs no second `::`, which may come from the text after it.
 */
const command =
  /#(?=#\w*\[)|:(?=:[\da-fA-F]*[g-zG-Z_-][\w-]*(?: .*?)?::)|:(?<=(?:^|\s):)(?=:[\da-fA-F]*[g-zG-Z_-])|s(?=ection_(?:start|end):\d)/g;

/**
 * A value as JSON that is safe to print on a terminal and in a pipeline's log: invisible characters and commands to its
 * runner are written as `\u…` escapes, which are equivalent in JSON.
 */
export function printableJson(
  value: unknown,
  replacer?: (name: string, value: unknown) => unknown,
  space?: number,
): string {
  return (
    JSON.stringify(value, replacer, space)
      // JSON.stringify escapes control characters below the space, except the line breaks of indented JSON.
      .replace(/[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\ufffe\uffff]/gu, inUnits)
      .replace(command, inUnits)
  );
}

function inUnits(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

/**
 * A string that is safe to print on a terminal, however its lines are wrapped. Invisible characters, such as those that start
 * an escape sequence, and commands to a pipeline's runner are written as codes, `\u{1b}`; line breaks and tabs stay. Terraform
 * prints messages of a plugin unchanged, but wraps them.
 */
export function printableLines(text: string): string {
  return (
    text
      // Control characters, direction marks, lone surrogates; but not the joiners that scripts and emoji need. Created on use:
      // this expression takes as long to create as everything else that the handshake needs takes to load.
      .replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu, inCode)
      .replace(command, inCode)
  );
}

function inCode(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A string that is safe to print on one line. */
export function printableLine(text: string): string {
  return printableLines(text.replaceAll(/\s+/g, " ").trim());
}
