import { legacyKinds } from "../../../../service/legacy/kinds";
import { anySyntax, type Syntax } from "./languages";
import { closes, isMember, nameOf, partnerOf, reach } from "./neighbours";
import type { Finding } from "./report";
import { hole, type Token, tokensOf } from "./tokens";

/** What must be known for a field to count: something of this service in the same file, or in any that is scanned, or nothing. */
export type Demand = "file" | "folders" | "own";

/** A field, a flag or a word of an answer. */
export interface FoundField
  extends Pick<Finding, "type" | "line" | "found" | "replacement" | "point" | "breaks"> {
  readonly demand: Demand;
}

/** The tokens of a file's code, and of the code and forms within its texts. */
export function fieldTokens(text: string, syntax: Syntax): { tokens: readonly Token[]; visited: number } {
  const { blockComments, island, lineComment } = syntax;
  const inCode: Syntax = {
    ...anySyntax,
    ...(blockComments && { blockComments }),
    ...(lineComment && { lineComment }),
  };
  const { tokens, visited } = tokensOf(text, syntax.isBare && !island ? inCode : syntax);
  const steps = { visited };
  return { tokens: expanded(tokens, steps, deepest), visited: steps.visited };
}

/** How deep texts may lie in texts: SQL in a command of a script. */
const deepest = 2;

function expanded(tokens: readonly Token[], steps: { visited: number }, depth: number): Token[] {
  return tokens.flatMap((token) => {
    const { isQuoted, kind, line, names, value } = token;
    const isName = /^[\w.$-]*$/.test(value) || (!isQuoted && /^\w+=$/.test(value));
    if (kind !== "text" || isName || depth === 0) return [token];
    const [name] = names;
    if (value === hole && name !== undefined) return [{ ...token, kind: "word", value: name } as const];
    const inner = tokensOf(value, anySyntax, line);
    steps.visited += inner.visited;
    const named = names.flatMap((one): Token[] => [{ ...token, kind: "word", value: one }, edge(token)]);
    return [edge(token), ...expanded(inner.tokens, steps, depth - 1), edge(token), ...named];
  });
}

/** Keeps what is within a text from what is around it. */
function edge(token: Token): Token {
  return { ...token, kind: "mark", value: "" };
}

const comparator = /^(?:===?|!==?|<>|>=|<=|>|<|is|-eq|-ne|-gt|-lt|-ge|-le|eq|ne)$/;
const strict = /^(?:===|!==|is|is not)$/;
/** Languages in which 1 == true and 0 == false, so that what is not strict goes on working. */
const lenient = /\.(?:php|phtml|inc|m?[jt]sx?|c[jt]s|vue|ejs|html?|py)$/i;
const equalities = /^(?:equals?|eq|eql|toBe|toEqual|toStrictEqual|be)$/;
const assertions = /assert|expect|equal|^eq$|^is$/i;
const predicates = /^(?:zero|nonzero|positive)$/;
const chooses = /^(?:switch|match|case|when|select)$/;
const integers =
  /^(?:u?int(?:8|16|32|64|eger)?|Int(?:eger|32|64)?|number|long|Long|short|byte|[ui](?:8|16|32|64)|TINYINT)$/;
const parses = /^(?:parseInt|getInt|optInt|intval|getInteger|getAsInt)$/;
const before = 10;

/** Names that programs of version 4.0 have otherwise. Other programs may have counts of hosts and contacts as well. */
const renamed = new Map<string, Omit<FoundField, "line">>([
  ...Object.entries(legacyKinds).map(([kind, { totalField: found }]) => {
    const demand = kind === "host" || kind === "contact" ? "file" : "own";
    return [found, { type: "count", found, replacement: "total", point: 4, breaks: true, demand }] as const;
  }),
  [
    "rbl_profile",
    {
      ...{ type: "parameter", found: "rbl_profile", replacement: "profile" },
      ...{ point: 6, breaks: true, demand: "own" },
    },
  ],
  [
    "status_message",
    {
      ...{ type: "envelope", found: 'status_message is "OK"', point: 4, breaks: true, demand: "folders" },
      replacement: "status_code, which is 200 for success: status_message has words of its own for each call",
    },
  ],
]);

/** Everything in a file that programs do with fields of version 3.0. */
export function foundFields(tokens: readonly Token[], file: string): FoundField[] {
  const found: FoundField[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === "mark") return;
    const { line } = token;
    const name = nameOf(token);
    const known = renamed.get(name);
    const isCalled = known?.type === "count" && tokens[at + 1]?.value === "(";
    const isOther = known?.type === "envelope" && !isCompared(tokens, at);
    if (known !== undefined && !isCalled && !isOther) found.push({ ...known, line });
    const flag = flagNames.get(name);
    const use = flag === undefined ? undefined : flagUse(tokens, at, flag, file);
    if (use === undefined) return;
    const demand = flag === "listed" ? "folders" : "file";
    found.push({ type: "flag", line, replacement: "true or false instead of 1 or 0", demand, ...use });
  });
  return found;
}

/** The flags, by the names that they and their accessors have. */
const flagNames: ReadonlyMap<string, string> = new Map([
  ...["listed", "Listed", "isListed", "IsListed", "getListed", "GetListed", "is_listed"].map(
    (name) => [name, "listed"] as const,
  ),
  ...["is_default", "isDefault", "IsDefault", "getIsDefault"].map((name) => [name, "is_default"] as const),
  ["details", "details"],
]);

type Use = Pick<FoundField, "found" | "point" | "breaks">;

/** How a program uses a flag as a number, if it does. */
function flagUse(tokens: readonly Token[], at: number, flag: string, file: string): Use | undefined {
  const as = (found: string, point: 5 | 10, breaks = true): Use => ({ found, point, breaks });
  const compared = (operator: string, digit: Token) => {
    const isLenient =
      lenient.test(file) && !strict.test(operator) && !(digit.kind === "text" && file.endsWith(".py"));
    return as(`${flag} ${operator} ${digit.value}`, 10, !isLenient);
  };
  const right = afterValue(tokens, at);
  const [operator, operand, then] = [tokens[right], tokens[right + 1], tokens[right + 2]];
  if (flag !== "details") {
    if (comparator.test(operator?.value ?? "")) {
      const isNot = operator?.value === "is" && operand?.value === "not";
      const digit = isNot ? then : operand;
      if (isDigit(digit)) return compared(isNot ? "is not" : (operator as Token).value, digit);
    }
    if (operator?.value === "=" && isDigit(operand) && isCondition(tokens, at, right))
      return as(`${flag} = ${operand.value}`, 10);
    const left = beforeValue(tokens, at);
    const [leftOperator, leftDigit] = [tokens[left], tokens[left - 1]];
    if (comparator.test(leftOperator?.value ?? "") && isDigit(leftDigit))
      return compared((leftOperator as Token).value, leftDigit);
    const method = methodsAfter(tokens, at);
    for (const { name, first } of method) {
      if (predicates.test(name) && tokens[first - 1]?.value === "?") return as(`${flag}.${name}?`, 10);
      if (equalities.test(name) && isDigit(tokens[first]))
        return as(`${flag} == ${tokens[first]?.value}`, 10);
    }
    if (
      operator?.value === "," &&
      isDigit(operand) &&
      then?.value === ")" &&
      assertions.test(calleeOf(tokens, at) ?? "")
    ) {
      return as(`${flag} == ${operand.value}`, 10);
    }
    const callee = calleeOf(tokens, at) ?? "";
    const isChosen = chooses.test(callee)
      ? /^[{:]?$/.test(operator?.value ?? "")
      : chooses.test(tokens[left]?.value ?? "") && operator?.value !== ":";
    if (isChosen) return as(`${flag} in a switch`, 10);
    if (parses.test(callee)) return as(`${flag} as a number`, 5);
    if (isDeclared(tokens, at)) return as(`${flag} as a number`, 5);
  }
  const digit = assigned(tokens, at, flag);
  return digit === undefined ? undefined : as(`${flag}: ${digit}`, 5);
}

/** Whether a text `OK` is near, on the same line. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  const { line } = tokens[at] as Token;
  return tokens
    .slice(Math.max(0, at - before), at + before)
    .some((token) => token.kind === "text" && token.value === "OK" && token.line === line);
}

function isDigit(token: Token | undefined): token is Token {
  return token !== undefined && token.kind !== "mark" && /^[01]$/.test(token.value);
}

/** Where what follows a value begins: behind its brackets and what converts it, as in `h["listed"].GetInt32()`. */
function afterValue(tokens: readonly Token[], at: number): number {
  let index = at + 1;
  while (index < at + before) {
    const { kind, value } = tokens[index] ?? {};
    if (/^[\])}?!]$/.test(value ?? "") && kind === "mark") index += 1;
    else if (value === "(" && tokens[index + 1]?.value === ")") index += 2;
    else if (
      isMember(tokens[index]) &&
      tokens[index + 1]?.kind === "word" &&
      !equalities.test(tokens[index + 1]?.value ?? "")
    )
      index += 2;
    else if (value === "<" && tokens[index + 2]?.value === ">") index += 3;
    else break;
  }
  return index;
}

/** Where what is before a value ends: before its brackets and what it is a member of. */
function beforeValue(tokens: readonly Token[], at: number): number {
  let index = at - 1;
  while (index > at - before && index >= 0) {
    const { kind, value = "" } = tokens[index] ?? {};
    const isName = kind === "word" && !chooses.test(value) && !comparator.test(value);
    const isStep = isMember(tokens[index]) || /^[[(]$/.test(value);
    if (!(isStep || (isName && index < at - 1) || value === "]")) break;
    index -= 1;
  }
  return index;
}

function methodsAfter(tokens: readonly Token[], at: number): { name: string; first: number }[] {
  const methods: { name: string; first: number }[] = [];
  for (let index = at + 1; index < at + before; index += 1) {
    const { kind, value = "" } = tokens[index] ?? {};
    if (kind === "mark" && /^[;{,]$/.test(value)) break;
    const isMethod = kind === "word" && isMember(tokens[index - 1]);
    if (isMethod) methods.push({ name: value, first: index + 2 });
  }
  return methods;
}

/** The function, or the word before the bracket, that a value is given to. */
function calleeOf(tokens: readonly Token[], at: number): string | undefined {
  for (let index = at - 1; index > at - reach && index > 0; index -= 1) {
    const token = tokens[index];
    if (token?.kind !== "mark") continue;
    if (closes(token)) index = partnerOf(tokens, index) ?? 0;
    else if (token.value === "(") return tokens[index - 1]?.value;
    else if (/^[;{]$/.test(token.value)) return undefined;
  }
  return undefined;
}

/** Whether a single `=` compares: in SQL, in a test of a shell, in Basic. */
function isCondition(tokens: readonly Token[], at: number, right: number): boolean {
  if (tokens[right - 1]?.value === ")") return true;
  const { line } = tokens[at] as Token;
  return tokens
    .slice(Math.max(0, at - before), at)
    .some(
      (token) =>
        token.line === line &&
        /^(?:where|and|or|on|when|if|elseif|test|return|\[)$/i.test(token.value) &&
        !(token.value === "[" && !token.isSpaced),
    );
}

function isDeclared(tokens: readonly Token[], at: number): boolean {
  const next = [1, 2, 3, 4].map((step) => tokens[at + step]?.value ?? "");
  const type = /^[?:]$/.test(next[0] ?? "") ? (next[0] === "?" ? next.slice(2) : next.slice(1)) : next;
  if (/^[01]$/.test(type[0] ?? "") && type[1] === "|") return true;
  return (
    integers.test(type[0] ?? "") ||
    (integers.test(tokens[at - 1]?.value ?? "") && tokens[at]?.kind === "word")
  );
}

/** The digit that a flag is set to, as a key, in a form, or as the argument behind its name. */
function assigned(tokens: readonly Token[], at: number, flag: string): string | undefined {
  const own = tokens[at] as Token;
  let index = at + 1;
  while (index < at + 6 && /^(?:=>|[=:,{([\])"']|value=?|->)$/.test(tokens[index]?.value ?? "")) index += 1;
  const [link, value] = [tokens[at + 1]?.value ?? "", tokens[index]];
  if (index === at + 1 || (flag === "listed" && !(own.kind === "text" && /^(?::|=>)$/.test(link))))
    return undefined;
  if (link === "," && own.kind !== "text") return undefined;
  if (isDigit(value)) return value.value;
  for (let near = index; near < index + before && !/^[,;]$/.test(tokens[near]?.value ?? ";"); near += 1) {
    const [first, colon, second] = [tokens[near + 1], tokens[near + 2], tokens[near + 3]];
    if (tokens[near]?.value === "?" && isDigit(first) && colon?.value === ":" && isDigit(second))
      return `${first.value} or ${second.value}`;
  }
  return undefined;
}
