import type { Syntax } from "./languages";

/** Stands in a text for a value that only the running program knows. It is of the private use area, so no text has it. */
export const hole = "\ue000";

/** A piece of a program: a text, a word of its code, or anything between those. */
export interface Token {
  readonly kind: "text" | "word" | "mark";
  /** Of a text what it holds, with a hole for each value. */
  readonly value: string;
  readonly line: number;
  /** Whether space or the beginning of the file is before it. */
  readonly isSpaced: boolean;
  /** The names of the values in its holes, in order. */
  readonly names: readonly string[];
  /** Whether the text stands in quotes. */
  readonly isQuoted: boolean;
  /** The syntax of the code that it stands in, which a page may have several of. */
  readonly syntax: Syntax;
}

/** Tokens, and how many steps it took to find them, at most a few for each character. */
export interface Tokens {
  readonly tokens: readonly Token[];
  readonly visited: number;
}

interface Literal {
  readonly close: string;
  readonly form: Syntax["strings"][number];
  readonly line: number;
  readonly isSpaced: boolean;
  value: string;
  readonly names: string[];
}

/** Code, or the text literal within which that code stands. */
interface Frame {
  readonly syntax: Syntax;
  readonly close?: string;
  /** Where in the tokens it begins. */
  readonly first: number;
  depth: number;
  literal?: Literal;
}

const space = /[^\S\n]+/y;
const word = /[$@]{0,2}[\p{L}_][\p{L}\w]*|\d\w*(?:\.\d+)?/uy;
const mark =
  /===|!==|==|!=|<>|<=>|=>|->|::|\?\.|\.\.|\+\+|<=|>=|:=|&&|\|\||=~|<<|(?<![\w)\]-])-[a-z]{2,12}\b|./suy;
const run =
  /(?:\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n"']{0,80}\}|\$\([A-Za-z_]\w{0,40}\)|\{[\w.:$-]{0,40}\}|[^\s"'`;|<>()[\]{},])+/y;
const plainRun = /[^"'`\\$#{}()[\]@\n|/]+/y;
const expression = /\/(?![*/])(?:[^\\/\n[]|\\.|\[(?:[^\\\]\n]|\\.){0,80}\]){1,300}\/[a-z]*/y;
const beforeExpression =
  /^(?:return|typeof|case|and|or|if|unless|when|not|split|=~|[(,=:[!&|?{};+~]|&&|\|\||==|!=|=>)$/;

/** How many words may be looked for in vain as the end of a text of several lines. */
const mostMissing = 3;
const openers = new WeakMap<Syntax, RegExp>();

/** Reads a program in one pass, by the syntax of its language. */
export function tokensOf(text: string, syntax: Syntax, firstLine = 1): Tokens {
  const reader = new Reader(text.replaceAll(hole, " "), firstLine);
  reader.read(syntax);
  return reader;
}

class Reader implements Tokens {
  readonly tokens: Token[] = [];
  visited = 0;
  #at = 0;
  #line: number;
  #isSpaced = true;
  #heredoc: string | undefined;
  #missing = 0;
  readonly #text: string;

  constructor(text: string, line: number) {
    this.#text = text;
    this.#line = line;
  }

  read(syntax: Syntax): void {
    const frames: Frame[] = [{ syntax, first: 0, depth: 0 }];
    while (this.#at < this.#text.length) {
      const from = this.#at;
      const frame = frames.at(-1) as Frame;
      if (frame.literal === undefined) this.#code(frame, frames);
      else this.#literal(frame, frame.literal, frames);
      this.visited += 1 + this.#at - from;
    }
    for (const frame of frames.reverse()) if (frame.literal) this.#end(frame, frame.literal);
  }

  #code(frame: Frame, frames: Frame[]): void {
    const { syntax, close } = frame;
    const next = this.#text[this.#at] as string;
    if (next === "\n") {
      this.#newLine(syntax);
      return;
    }
    if (this.#take(space)) {
      this.#isSpaced = true;
      return;
    }
    if (close !== undefined && frame.depth === 0 && this.#isNext(close)) {
      this.#leave(frames, close);
      return;
    }
    if (close !== undefined && close.length === 1) {
      if (next === close) frame.depth -= 1;
      else if (next === opposite[close]) frame.depth += 1;
    }
    const block = syntax.blockComments?.find(([open]) => this.#isNext(open));
    if (block !== undefined) {
      this.#skipTo(block[1], block[0].length);
      return;
    }
    if (syntax.island !== undefined && next === "<" && this.#island(syntax.island, frames)) return;
    const opened = openerOf(syntax);
    opened.lastIndex = this.#at;
    const match = opened.exec(this.#text);
    if (match !== null) {
      this.#open(match, frame);
      return;
    }
    if (syntax.hasRegExps && next === "/" && this.#mayBeRegExp() && this.#take(expression)) return;
    if (syntax.isBare) {
      const symbol = this.#take(run);
      if (symbol === undefined) this.#emit("mark", this.#takeOne(), syntax);
      else if (syntax.joins.includes(symbol)) this.#emit("mark", symbol, syntax);
      else this.#emitText(symbol, syntax, { isQuoted: false });
      return;
    }
    const name = this.#take(word);
    if (name === undefined) this.#emit("mark", this.#take(mark) ?? this.#takeOne(), syntax);
    else this.#emit(syntax.quotesKeys && this.#arrow() ? "text" : "word", name, syntax);
  }

  /** Whether an arrow follows, before which Perl takes a word for a text. */
  #arrow(): boolean {
    return /\s{0,4}=>/y.test(this.#text.slice(this.#at, this.#at + 6));
  }

  #mayBeRegExp(): boolean {
    const before = this.tokens.at(-1);
    return before === undefined || (before.kind !== "text" && beforeExpression.test(before.value));
  }

  /** Enters what an opener opens: a comment of a line, a text, or the lines up to a word. */
  #open(match: RegExpExecArray, frame: Frame): void {
    const { syntax } = frame;
    const { 0: open, groups = {} } = match;
    if (groups.comment !== undefined) {
      const end = this.#text.indexOf("\n", this.#at);
      this.#at = end < 0 ? this.#text.length : end;
      return;
    }
    this.#at += open.length;
    if (groups.heredoc !== undefined) {
      this.#heredoc = lastGroup(match);
      return;
    }
    const index = syntax.strings.findIndex((_, number) => groups[`s${number}`] !== undefined);
    const form = syntax.strings[index] as Literal["form"];
    const close = form.close ?? lastGroup(match) ?? open;
    frame.literal = { close, form, line: this.#line, isSpaced: this.#isSpaced, value: "", names: [] };
  }

  #literal(frame: Frame, literal: Literal, frames: Frame[]): void {
    const { close, form } = literal;
    const usual = this.#take(plainRun);
    if (usual !== undefined) {
      literal.value += usual;
      return;
    }
    const next = this.#text[this.#at] as string;
    if (this.#isNext(close)) {
      this.#at += close.length;
      const isDoubled = form.escape === undefined && close.length === 1 && this.#text[this.#at] === close;
      if (!isDoubled) {
        this.#end(frame, literal);
        return;
      }
      this.#at += 1;
      literal.value += close;
      return;
    }
    const code = form.code?.find(([open]) => this.#isNext(open));
    if (code !== undefined) {
      const [open, end] = code;
      this.#at += open.length;
      if (open === "{" && this.#text[this.#at] === "{") {
        this.#at += 1;
        literal.value += "{{";
        return;
      }
      frames.push({ syntax: frame.syntax, close: end, first: this.tokens.length, depth: 0 });
      this.#isSpaced = true;
      return;
    }
    if (next === form.escape) {
      const escaped = this.#text[this.#at + 1] ?? "";
      this.#at += 2;
      if (escaped === "\n") this.#line += 1;
      literal.value += /[nrt\n]/.test(escaped) ? " " : escaped;
      return;
    }
    if (next === "\n") {
      if (form.multiline === undefined) {
        this.#end(frame, literal);
        return;
      }
      this.#line += 1;
    }
    this.#at += 1;
    literal.value += next;
  }

  #end(frame: Frame, literal: Literal): void {
    delete frame.literal;
    this.#emitText(literal.value, frame.syntax, literal);
  }

  /** Leaves code within a text: the text goes on with its value, or with the only text that the code consists of. */
  #leave(frames: Frame[], close: string): void {
    this.#at += close.length;
    const { first } = frames.pop() as Frame;
    const { literal } = frames.at(-1) as Frame;
    if (literal === undefined) return;
    const inner = this.tokens.slice(first);
    const texts = inner.filter(({ kind }) => kind === "text");
    const words = inner.filter(({ kind }) => kind === "word");
    const [only] = texts;
    if (only?.isQuoted && texts.length === 1 && words.length === 0) {
      this.tokens.length = first;
      literal.value += only.value;
      literal.names.push(...only.names);
      return;
    }
    literal.value += hole;
    literal.names.push((words.at(-1) ?? texts.at(-1))?.value ?? "");
    const { syntax } = frames.at(-1) as Frame;
    this.tokens.length = first;
    const bracket = (value: string) => this.#emit("mark", value, syntax, { isSpaced: true });
    if (inner.length > 0) {
      bracket("{");
      for (const token of inner) this.tokens.push(token);
      bracket("}");
    }
    this.#isSpaced = false;
  }

  #island({ open, close, syntax }: NonNullable<Syntax["island"]>, frames: Frame[]): boolean {
    if (this.#take(new RegExp(open, "iy")) === undefined) return false;
    frames.push({ syntax, close, first: this.tokens.length, depth: 0 });
    return true;
  }

  #newLine(syntax: Syntax): void {
    this.#at += 1;
    this.#line += 1;
    this.#isSpaced = true;
    const end = this.#heredoc;
    this.#heredoc = undefined;
    if (end === undefined || this.#missing > mostMissing) return;
    const last = new RegExp(`^[ \\t]*${end}\\b`, "gm");
    last.lastIndex = this.#at;
    const match = last.exec(this.#text);
    if (match === null) {
      this.#missing += 1;
      this.visited += this.#text.length - this.#at;
      return;
    }
    const body = this.#text.slice(this.#at, match.index);
    this.#emitText(body, syntax, {});
    this.#at = last.lastIndex;
    this.#line += newLines(body);
  }

  #skipTo(end: string, from: number): void {
    const found = this.#text.indexOf(end, this.#at + from);
    const to = found < 0 ? this.#text.length : found + end.length;
    this.#line += newLines(this.#text.slice(this.#at, to));
    this.#at = to;
    this.#isSpaced = true;
  }

  #isNext(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const match = form.exec(this.#text);
    if (match === null) return undefined;
    this.#at = form.lastIndex;
    return match[0];
  }

  #takeOne(): string {
    this.#at += 1;
    return this.#text[this.#at - 1] as string;
  }

  #emit(
    kind: Token["kind"],
    value: string,
    syntax: Syntax,
    { line = this.#line, isSpaced = this.#isSpaced, names = [], isQuoted = false }: Partial<Token> = {},
  ): void {
    this.tokens.push({ kind, value, line, isSpaced, names, isQuoted, syntax });
    this.#isSpaced = false;
  }

  #emitText(raw: string, syntax: Syntax, more: Partial<Token>): void {
    const text = withHoles(raw, more.names ?? []);
    this.#emit("text", text.value, syntax, { isQuoted: true, ...more, names: text.names });
  }
}

const opposite: Readonly<Record<string, string>> = { "}": "{", ")": "(", "]": "[" };

/** What opens comments, texts and heredocs in a syntax, in one expression. */
function openerOf(syntax: Syntax): RegExp {
  const known = openers.get(syntax);
  if (known !== undefined) return known;
  const { heredoc, lineComment, strings } = syntax;
  const forms = [
    ...(lineComment === undefined ? [] : [`(?<comment>${lineComment})`]),
    ...(heredoc === undefined ? [] : [`(?<heredoc>${heredoc})`]),
    ...strings.map(({ open }, index) => `(?<s${index}>${open})`),
  ];
  const opener = new RegExp(forms.length === 0 ? "(?!)" : forms.join("|"), "y");
  openers.set(syntax, opener);
  return opener;
}

/** The last group that matched: the innermost of the form that did. */
function lastGroup(match: RegExpExecArray): string | undefined {
  return match.slice(1).findLast((group) => group !== undefined);
}

function newLines(text: string): number {
  return text.split("\n").length - 1;
}

/** Values within a text: `{{ id }}`, `${id}`, `#{id}`, `{$id}`, `{id}`, `$(id)`, `$id`, `%s`, `%(id)s`, `%ID%`, `<id>`, `/:id`. */
const values =
  /\ue000|\{\{[^{}\n]{0,80}\}\}|[$#%@]\{[^{}\n]{0,80}\}|\{[$\w][^{}\n"]{0,60}\}|\{\}|\$\([^()\n]{0,80}\)|\$[A-Za-z_]\w*(?:->\w+|->\{\w+\}|\[[\w'"$]{1,40}\]|\{\w+\}|::\w+)*|\$\d|%\(\w+\)[sdr]|%[sdv@](?![0-9A-Fa-f])|%[A-Za-z_]\w*%|%\d(?=\W|$)|<[A-Za-z][\w -]{0,30}>|(?<=\/):[A-Za-z]\w*|&&\w{1,30}&&/g;

const mayHaveValues = /[\ue000{$%<:&]/;

function withHoles(raw: string, known: readonly string[]): { value: string; names: readonly string[] } {
  if (!mayHaveValues.test(raw)) return { value: raw, names: known };
  const names: string[] = [];
  let index = 0;
  const value = raw.replace(values, (found) => {
    // What a shell takes unless the variable is set: `${BASE:-https://…}`.
    const [, variable, fallback] = /^\$\{(\w+):?[-=](\w+:\/\/.*)\}$/.exec(found) ?? [];
    if (fallback !== undefined) return `${variable}=${fallback}`;
    names.push(found === hole ? (known[index++] ?? "") : (found.match(/[A-Za-z_]\w*/g)?.at(-1) ?? ""));
    return hole;
  });
  return { value, names };
}
