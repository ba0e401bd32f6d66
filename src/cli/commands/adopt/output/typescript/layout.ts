/** Code to be laid out: a piece that stays on its line, a list, an object, or a call. A spread is a call of `...name`. */
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

/** A member of an object; a spread and an item of a list have no key. */
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
  if ("call" in code) return callLines(code, indent, before, after);
  const { open, parts, close } = frameOf(code);
  const lines = parts.map((part) => memberLines(part, `${indent}  `));
  return `${open}\n${lines.join("")}${indent}${close}`;
}

/** What stands around the parts of a list, an object or a call. */
function frameOf(code: Exclude<Code, string>): { open: string; parts: readonly Member[]; close: string } {
  if ("list" in code) return { open: "[", parts: code.list, close: "]" };
  if ("members" in code) return { open: "{", parts: code.members, close: "}" };
  return { open: `${code.call}(`, parts: code.arguments.map((part) => ({ code: part })), close: ")" };
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
  const { open, parts, close } = frameOf(code);
  const lines = parts.map(({ key, code: part, comment }) => {
    const line = comment === undefined ? inOneLine(part) : undefined;
    return key === undefined || line === undefined ? line : `${key}: ${line}`;
  });
  if (lines.includes(undefined)) return undefined;
  const space = open === "{" && lines.length > 0 ? " " : "";
  return open + space + lines.join(", ") + space + close;
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
