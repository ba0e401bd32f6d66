import { bareSyntax, type Syntax, shellSyntax } from "./languages";
import { closes, isMember, nameOf, opens, partnerOf, reach } from "./neighbours";
import { hole, type Token, tokensOf } from "./tokens";

/** A text as a program puts it together, and where it hands it on. */
export interface JoinedText {
  /** What is known of it, with a hole for each value. */
  readonly value: string;
  /** The names of the values in its holes, in order. */
  readonly names: readonly string[];
  readonly line: number;
  /** What it is given to: a function, a command, the key of a setting. */
  readonly receiver: string;
  /** Its place among what is given, from 0. */
  readonly place: number;
  /** What is given after it: a text, or a hole for any other value. */
  readonly next: readonly string[];
  /** The names that may be bound to it: `const base = …`, `base: …`, `base=…`. */
  readonly boundTo: readonly string[];
  readonly isQuoted: boolean;
  /** Whether it is the key of another value, compared, or an index: `h["listed"]`. */
  readonly isKey: boolean;
  /** Whether it is the whole value of a setting. */
  readonly isSetting: boolean;
}

/** How many words of a command are read on either side of one. */
const mostWords = 8;

/** How many pieces a text is joined of. */
const mostPieces = 100;

/** What a text has that is of any interest: a value, or a part of a path of version 3.0. */
const relevant =
  /\ue000|host|rbl|contact|check|listing|profile|add|update|delete|pause|resume|resend|confirm|start|3\.0|:\/\//;

/** What fills the holes of the text that it is given first. */
const formatters =
  /^(?:s?n?printf|vsprintf|sprintf|Sprintf|Errorf|format|Format|AppendFormat|formatted|fmt|with|i18n)$/;
/** What appends a segment to a path, one for each call. */
const appenders = /segment|component|slash|joinpath|^(?:append|path|join|resolve|div|slash|appending)$/i;

/** Words before a text that are not functions. */
const keywords =
  /^(?:return|in|case|when|if|else|unless|and|or|not|await|yield|new|print|echo|puts|from|is|eq|ne|then|do|val|let)$/;

/** Every text of a program as it is put together. */
function joinedTexts(tokens: readonly Token[]): JoinedText[] {
  return new Joiner(tokens).all();
}

class Joiner {
  readonly #tokens: readonly Token[];
  /** Which of them are a part of a text before; values between its parts may have texts of their own. */
  readonly #taken = new Set<number>();

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  all(): JoinedText[] {
    const texts: JoinedText[] = [];
    for (let at = 0; at < this.#tokens.length; at += 1) {
      if (this.#tokens[at]?.kind !== "text" || this.#taken.has(at)) continue;
      const from = at;
      const { value, names, end, line } = this.#join(at);
      if (!relevant.test(value)) continue;
      const filled = this.#filled(value, names, end);
      const given = this.#given(from);
      texts.push({
        ...{ line, next: this.#next(end, given.separator), ...filled },
        ...{ receiver: given.receiver, place: given.place, boundTo: this.#boundTo(from) },
        isQuoted: this.#tokens[from]?.isQuoted ?? false,
        isKey: this.#isKey(from, end, given.place),
        isSetting: this.#isSetting(from, end),
      });
    }
    return texts;
  }

  /** The text that begins at a token, joined with what is before it and all behind it. */
  #join(at: number): { value: string; names: string[]; end: number; line: number } {
    const first = this.#tokens[at] as Token;
    const { syntax } = first;
    let { value, line } = first;
    let names = [...first.names];
    // Without quotes it is a name: `rbl_api ~ '/host/add.json'`.
    if (!first.isQuoted && this.#joins(this.#tokens[at + 1]) && this.#tokens[at + 1]?.isSpaced) {
      names = [value];
      value = hole;
    } else if (
      !first.isQuoted &&
      this.#tokens[at + 1]?.isQuoted &&
      !this.#tokens[at + 1]?.isSpaced &&
      syntax.joins.length > 0
    ) {
      // `$base.'/hosts'`, and what some languages write before a quote: `f"/hosts"`.
      if (/^[A-Za-z$@]{1,2}$/.test(value)) [value, names] = ["", []];
      else if (/[+.&~]$/.test(value)) [value, names] = [hole, [value.replace(/\W+/g, "")]];
    }
    const before = this.#tokens[at - 1];
    const isJoined = this.#joins(before) && at > 1;
    const isMacro = before?.kind === "word" && /^[A-Z_]{3,}$/.test(before.value) && first.isSpaced;
    if ((isJoined || (isMacro && syntax.joinsAdjacent)) && !value.startsWith(hole)) {
      names.unshift(isMacro ? before.value : this.#nameBefore(at - 2));
      value = (before?.value === "/" ? `${hole}/` : hole) + value;
    }
    let end = at + 1;
    for (let pieces = 0; pieces < mostPieces; pieces += 1) {
      const next = this.#tokens[end];
      if (next === undefined) break;
      if (this.#isAdjacent(next, this.#tokens[end - 1] as Token)) {
        // Without spaces an operator is a part of the word: `'/host/'.$id.'.json'`.
        const isOperand =
          !next.isQuoted && syntax.joins.length > 0 && /^[+.&~](?!json)|[+.&~]$/.test(next.value);
        const isOperator = isOperand && /^[+.&~]+$/.test(next.value);
        if (isOperand && !isOperator) names.push(next.value.replace(/\W+/g, ""));
        else names.push(...next.names);
        if (!isOperator) value += isOperand ? hole : next.value;
        this.#taken.add(end);
        end += 1;
        if (isOperand && /^[([]$/.test(this.#tokens[end]?.value ?? ""))
          end = (partnerOf(this.#tokens, end) ?? end) + 1;
        continue;
      }
      if (!this.#joins(next)) break;
      const operand = this.#tokens[end + 1];
      if (operand === undefined) break;
      if (next.value === "/") value += "/";
      if (operand.kind === "text" && operand.isQuoted) {
        if (value.endsWith(hole) || value === "") line = value === "" ? operand.line : line;
        value += operand.value;
        names.push(...operand.names);
        this.#taken.add(end + 1);
        end += 2;
        continue;
      }
      const { to, name } = this.#operand(end + 1);
      if (to === end + 1) break;
      value += hole;
      names.push(name);
      if (operand.kind === "text") this.#taken.add(end + 1);
      end = to;
    }
    return { value, names, end, line };
  }

  #joins(token: Token | undefined): boolean {
    if (token?.kind !== "mark") return false;
    const { isBare, isProgram, joins } = token.syntax;
    return (token.value === "/" && isProgram === true && !isBare) || joins.includes(token.value);
  }

  #isAdjacent(next: Token, last: Token): boolean {
    if (next.kind !== "text") return false;
    if (next.syntax.isBare) {
      const isInRow =
        next.isQuoted && last.isQuoted && next.syntax.joins.length > 0 && last.value.endsWith("/");
      const isAfter = last.kind === "text" || /^[)\]]$/.test(last.value);
      return (
        isInRow ||
        (!next.isSpaced && isAfter && (next.isQuoted || last.isQuoted || /^[+.&~]/.test(next.value)))
      );
    }
    return next.syntax.joinsAdjacent === true && next.isQuoted && last.kind === "text";
  }

  /** A value among joined texts: where it ends, and its name. */
  #operand(from: number): { to: number; name: string } {
    let [at, name] = [from, ""];
    const last = Math.min(this.#tokens.length, from + reach);
    const kinds = this.#tokens[from]?.syntax.isBare ? ["text", "word"] : ["word"];
    while (at < last) {
      const { kind, value } = this.#tokens[at] as Token;
      if (value === "(" || value === "[" || (value === "{" && at > from)) {
        const close = partnerOf(this.#tokens, at);
        if (close === undefined) break;
        at = close + 1;
      } else if (kinds.includes(kind) && (at === from || isMember(this.#tokens[at - 1]))) {
        name = nameOf(this.#tokens[at] as Token);
        at += 1;
      } else if (isMember(this.#tokens[at]) && at > from && !this.#joins(this.#tokens[at])) at += 1;
      else if (/^[!&*?$-]$/.test(value) && at === from) at += 1;
      else if (value === "?" && this.#tokens[at + 1]?.value === ".") at += 1;
      else break;
    }
    return { to: at, name };
  }

  /** The name of the value that ends at a token, which may be the types of a generic function: `get<Page>("/hosts")`. */
  #nameBefore(at: number): string {
    const isGeneric = this.#tokens[at]?.value === ">" && !this.#tokens[at]?.isSpaced;
    for (let index = at; index >= Math.max(0, at - reach); index -= 1) {
      const token = this.#tokens[index] as Token;
      if (token.kind !== "mark") return nameOf(token);
      if (closes(token) || (isGeneric && token.value === ">")) index = partnerOf(this.#tokens, index) ?? -1;
      else if (!/^(?:[.<>?!&]|->|::|\?\.|>>)$/.test(token.value)) break;
    }
    return "";
  }

  /** Puts into the holes of a format what is given for them. */
  #filled(
    value: string,
    names: readonly string[],
    end: number,
  ): { value: string; names: readonly string[]; next?: readonly string[] } {
    const count = value.split(hole).length - 1;
    const [after, then] = [this.#tokens[end], this.#tokens[end + 1]];
    const isPercent = after?.value === "%";
    const isMethod = isMember(after) && formatters.test(then?.value ?? "");
    if (count === 0 || !(isPercent || isMethod || after?.value === ",")) return { value, names };
    const open = isMethod ? end + 3 : then?.value === "(" && isPercent ? end + 2 : end + 1;
    const args = this.#args(open);
    if (args.length === 0) return { value, names };
    let index = -1;
    const filledNames: string[] = [];
    const filled = value.replaceAll(hole, () => {
      index += 1;
      // A named value does not belong to a format.
      const isOwn = !/^[sdrv]?$/.test(names[index] ?? "");
      const given = isOwn ? undefined : args[index];
      if (given !== undefined && given.value !== hole && /^[\w./:-]*$/.test(given.value)) return given.value;
      filledNames.push((isOwn ? names[index] : given?.name) ?? "");
      return hole;
    });
    return { value: filled, names: filledNames, ...(isMethod || isPercent ? { next: [] } : {}) };
  }

  /** What is given to a function from a token on, until its bracket closes. */
  #args(from: number): { value: string; name: string }[] {
    const args: { value: string; name: string }[] = [];
    let isStart = true;
    for (let at = from; at < Math.min(this.#tokens.length, from + reach); at += 1) {
      const token = this.#tokens[at] as Token;
      const { isQuoted, kind, value } = token;
      if (kind === "mark" && /^[)\]};]$/.test(value)) break;
      if (kind === "mark" && /^(?:,|=>)$/.test(value)) {
        isStart = true;
        continue;
      }
      const last = args.at(-1);
      if (isStart) {
        const isText = kind === "text" && isQuoted && /^[,)\]]|=>$/.test(this.#tokens[at + 1]?.value ?? ")");
        args.push({ value: isText ? value : hole, name: kind === "mark" || isQuoted ? "" : value });
      } else if (last !== undefined && kind === "word") last.name = value;
      isStart = false;
      if (opens(token)) at = partnerOf(this.#tokens, at) ?? this.#tokens.length;
    }
    return args;
  }

  /** What is given after a text: to the same function, or by the next call of one that appends segments. */
  #next(end: number, separator: "," | " "): string[] {
    const after = this.#tokens[end];
    if (separator === " ") return this.#words(end);
    if (after?.value === "," || after?.value === "=>") return this.#args(end + 1).map(({ value }) => value);
    if (after?.value !== ")") return [];
    const segments: string[] = [];
    let at = end;
    while (this.#tokens[at]?.value === ")" && isMember(this.#tokens[at + 1])) {
      if (!appenders.test(this.#tokens[at + 2]?.value ?? "") || this.#tokens[at + 3]?.value !== "(") break;
      const [{ value } = { value: hole }] = this.#args(at + 4);
      segments.push(value);
      at = partnerOf(this.#tokens, at + 3) ?? this.#tokens.length;
    }
    return segments;
  }

  /** The words of a command behind one of them. */
  #words(from: number): string[] {
    const line = this.#tokens[from - 1]?.line;
    const words = this.#tokens.slice(from, from + mostWords);
    const end = words.findIndex((word) => word.kind !== "text" || word.line !== line);
    return words.slice(0, end < 0 ? undefined : end).map(({ value }) => value);
  }

  /** What a text is given to, and which place it has. */
  #given(from: number): { receiver: string; place: number; separator: "," | " " } {
    const { isSpaced, line, syntax } = this.#tokens[from] as Token;
    if (syntax.isBare && syntax.isProgram) {
      const words = this.#tokens.slice(Math.max(0, from - mostWords), from);
      const first = 1 + words.findLastIndex((word) => word.kind !== "text" || word.line !== line);
      const place = Math.max(0, words.length - first - 1);
      return { receiver: words[first]?.value ?? "", place, separator: " " };
    }
    const before = this.#tokens[from - 1];
    // A command of PowerShell, Ruby, Elixir: `Invoke-Rbl 'hosts'`, `get "hosts"`.
    if (before?.kind === "word" && before.line === line && isSpaced && !keywords.test(before.value))
      return { receiver: before.value, place: 0, separator: "," };
    let place = 0;
    for (let at = from - 1; at >= Math.max(0, from - reach); at -= 1) {
      const token = this.#tokens[at] as Token;
      if (token.kind !== "mark") continue;
      if (closes(token)) at = partnerOf(this.#tokens, at) ?? -1;
      else if (opens(token)) return { receiver: this.#nameBefore(at - 1), place, separator: "," };
      else if (/^(?:,|=>)$/.test(token.value)) place += 1;
      else if (/^[;=]$/.test(token.value)) break;
    }
    return { receiver: "", place: 0, separator: "," };
  }

  /** The names before a text in its statement. */
  #boundTo(from: number): string[] {
    const names: string[] = [];
    for (let at = from - 1; at >= Math.max(0, from - 16); at -= 1) {
      const { kind, value } = this.#tokens[at] as Token;
      if (kind === "mark" && /^[;{}]$/.test(value)) break;
      if (kind !== "mark" && !value.includes(hole))
        names.push(value.replace(/^[$@-]+/, "").replace(/[:=]+$/, ""));
    }
    // In a shell the name stands in the same word: `BASE=https://…`.
    const own = /^([A-Za-z_]\w*)[?:]?=/.exec(this.#tokens[from]?.value ?? "")?.[1];
    return own === undefined ? names : [own, ...names];
  }

  #isKey(from: number, end: number, place: number): boolean {
    const [before, after, then] = [this.#tokens[from - 1], this.#tokens[end], this.#tokens[end + 1]];
    if (/^(?:===?|!==?|<>|=~|-eq|-ne|eq|ne|case|when)$/.test(before?.value ?? "")) return true;
    if (/^(?:===?|!==?|<>|-eq|-ne)$/.test(after?.value ?? "")) return true;
    if (before?.value === "[" && after?.value === "]" && !before.isSpaced) return true;
    if (after?.value === ":") return before?.value !== "?" && then?.value !== ":";
    return after?.value === "=>" && !(after.syntax.quotesKeys && place === 0);
  }

  /** Whether a text is the whole value of a setting: `path = hosts`, `- contacts`, `hosts, contacts`. */
  #isSetting(from: number, end: number): boolean {
    const [before, after] = [this.#tokens[from - 1], this.#tokens[end]];
    const line = this.#tokens[from]?.line;
    const isEnd = after === undefined || after.line !== line || /^[,\]}]$/.test(after.value);
    return isEnd && before?.line === line && /(?:[:=]|^[-,[])$/.test(before?.value ?? "");
  }
}

/** Whether a text is of several words, so that it may be a command or code itself. */
const compound = /[\s"'`]/;

/** The texts of a program, and those within its texts: a command that it runs, a page, a script that it writes. */
export function allTexts(text: string, syntax: Syntax): { texts: JoinedText[]; visited: number } {
  const { tokens, visited } = tokensOf(text, syntax);
  const texts = joinedTexts(tokens);
  let all = visited;
  const inner = syntax.isBare && syntax.isProgram ? shellSyntax : bareSyntax;
  const within = texts.flatMap((joined) => {
    if (!joined.isQuoted || !compound.test(joined.value)) return [];
    const read = tokensOf(restored(joined), inner, joined.line);
    all += read.visited;
    return joinedTexts(read.tokens);
  });
  const read = [...texts.filter(({ value }) => !compound.test(value)), ...within];
  return { texts: read, visited: read.reduce((sum, { value }) => sum + value.length, all) };
}

/** A text with its holes as a shell writes them. */
function restored({ value, names }: JoinedText): string {
  let index = 0;
  return value.replaceAll(hole, () => `\${${names[index++] || "_"}}`);
}
