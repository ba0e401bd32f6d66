/** Code to be laid out: a piece that stays on its line, a list, an object, or a call. */
export type Code =
  | string
  | { readonly list: readonly Commented[] }
  | { readonly members: readonly Member[] }
  | { readonly call: string; readonly arguments: readonly Code[] };

interface Commented {
  readonly code: Code;
  /** What stands behind it to the end of the line. */
  readonly comment?: string | undefined;
}

/** A member of an object; a spread has no key. */
export type Member = Commented & { readonly key?: string };

const widest = 110;

/** The width of a key with its colon and space up to which a value stays on the same line. */
const shortestKey = 6;

/**
 * Lays code out as formatters do: on one line if it fits and nothing in it has a comment, else a line for each part.
 * @param before how many columns of the first line are taken
 * @param after how many columns follow the last line's end
 */
export function laidOut(code: Code, indent = "", before = indent.length, after = 1): string {
  const line = inOneLine(code);
  if (typeof code === "string") return code;
  if (line !== undefined && before + width(line) + after <= widest) return line;
  const inner = `${indent}  `;
  if ("list" in code) {
    return `[\n${code.list.map((item) => inner + laidOut(item.code, inner) + ending(item)).join("")}${indent}]`;
  }
  if ("members" in code) {
    return `{\n${code.members.map((member) => memberLines(member, inner)).join("")}${indent}}`;
  }
  return callLines(code, indent, before, after);
}

function memberLines(member: Member, indent: string): string {
  const key = member.key === undefined ? "" : `${member.key}: `;
  const before = indent.length + width(key);
  const isLong = typeof member.code === "string" && before + width(member.code) + 1 > widest;
  // Behind a short key, nothing would be won by a line of its own.
  if (isLong && width(key) > shortestKey)
    return `${indent}${key.trimEnd()}\n${indent}  ${member.code}${ending(member)}`;
  return `${indent}${key}${laidOut(member.code, indent, before)}${ending(member)}`;
}

/** A last object stays on the line of the parenthesis if no argument before it is an object. */
function callLines(
  { call, arguments: given }: { readonly call: string; readonly arguments: readonly Code[] },
  indent: string,
  before: number,
  after: number,
): string {
  const last = given.at(-1);
  const first = given.slice(0, -1).map(inOneLine);
  const head = `${call}(${first.map((argument) => `${argument}, `).join("")}`;
  const isHugged = given.slice(0, -1).every((argument) => typeof argument === "string");
  if (typeof last === "object" && isHugged && before + width(head) + 1 <= widest) {
    return `${head}${laidOut(last, indent, before + width(head), after + 1)})`;
  }
  const inner = `${indent}  `;
  return `${call}(\n${given.map((argument) => `${inner}${laidOut(argument, inner)},\n`).join("")}${indent})`;
}

function ending({ comment }: Commented): string {
  return comment === undefined ? ",\n" : `, // ${comment}\n`;
}

/** The code on one line; undefined if a comment stands in it. */
function inOneLine(code: Code): string | undefined {
  if (typeof code === "string") return code;
  if ("call" in code) {
    const given = joined(code.arguments.map((argument) => ({ code: argument })));
    return given === undefined ? undefined : `${code.call}(${given})`;
  }
  if ("list" in code) {
    const items = joined(code.list);
    return items === undefined ? undefined : `[${items}]`;
  }
  const members = joined(code.members);
  if (members === undefined) return undefined;
  return members === "" ? "{}" : `{ ${members} }`;
}

function joined(parts: readonly Member[]): string | undefined {
  const lines = parts.map(({ key, code, comment }) =>
    comment === undefined ? prefixed(key === undefined ? "" : `${key}: `, inOneLine(code)) : undefined,
  );
  return lines.includes(undefined) ? undefined : lines.join(", ");
}

function prefixed(prefix: string, line: string | undefined): string | undefined {
  return line === undefined ? undefined : prefix + line;
}

/** Characters that take two columns of a line. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/u;

/** How many columns of a line the text takes. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (wide.test(character)) columns += 2;
    else if (!/\p{M}|\u200D/u.test(character)) columns += 1;
  }
  return columns;
}
