import { Reference } from "../../core/configuration";
import { type Token, tokensOf } from "./tokens";

/** The values of names in an expression. */
export interface Scope {
  /** The defaults of the variables. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** The index of an instance of a resource with `count`. */
  readonly index?: number;
}

/** Reads tokens one after another. */
export class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  get next(): Token {
    return this.tokens[this.at] as Token;
  }

  is(text: string): boolean {
    return this.next.kind === "mark" && this.next.text === text;
  }

  take(kind?: Token["kind"], text?: string): Token {
    const { next } = this;
    if ((kind !== undefined && next.kind !== kind) || (text !== undefined && next.text !== text))
      throw notUnderstood(next);
    this.at += 1;
    return next;
  }

  /** Takes a mark if it is the next token. */
  skip(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }
}

/** The error for a part of the language that the driver does not have. */
export function notUnderstood({ line }: Pick<Token, "line">): Error {
  return new Error(`Only the real terraform understands this: ${line}`);
}

/** The value of an expression: JSON, with references to other resources at any depth. */
export function expression(reader: Reader, scope: Scope): unknown {
  const first = operand(reader, scope);
  if (!reader.skip("+")) return first;
  const second = expression(reader, scope);
  if (typeof first !== "number" || typeof second !== "number") throw notUnderstood(reader.next);
  return first + second;
}

function operand(reader: Reader, scope: Scope): unknown {
  if (reader.skip("[")) return listed(reader, scope);
  if (reader.skip("{")) return mapped(reader, scope);
  const token = reader.take();
  if (token.kind === "string") return template(token, scope);
  if (token.kind === "number") return Number(token.text);
  if (token.kind === "name") return named(token, reader, scope);
  throw notUnderstood(token);
}

function listed(reader: Reader, scope: Scope): unknown[] {
  const elements: unknown[] = [];
  while (!reader.skip("]")) {
    elements.push(expression(reader, scope));
    if (!reader.is("]")) reader.take("mark", ",");
  }
  return elements;
}

function mapped(reader: Reader, scope: Scope): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  while (!reader.skip("}")) {
    const key = reader.take();
    if (key.kind !== "name" && key.kind !== "string") throw notUnderstood(key);
    if (!reader.skip(":")) reader.take("mark", "=");
    entries.push([key.text, expression(reader, scope)]);
    reader.skip(",");
  }
  return Object.fromEntries(entries);
}

const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function named(first: Token, reader: Reader, { variables, index }: Scope): unknown {
  if (LITERALS.has(first.text)) return LITERALS.get(first.text);
  const steps: (string | number)[] = [];
  while (reader.is(".") || reader.is("[")) {
    if (reader.skip(".")) steps.push(reader.take("name").text);
    else {
      reader.take("mark", "[");
      steps.push(Number(reader.take("number").text));
      reader.take("mark", "]");
    }
  }
  const [second, ...others] = steps;
  if (first.text === "var" && typeof second === "string" && variables.has(second))
    return variables.get(second);
  if (first.text === "count" && second === "index" && index !== undefined) return index;
  const [key, attribute] = typeof others[0] === "number" ? [`[${others[0]}]`, others[1]] : ["", others[0]];
  const isWhole = others.length === (key === "" ? 1 : 2);
  if (!first.text.startsWith("rblmonitor_") || typeof attribute !== "string" || !isWhole)
    throw notUnderstood(first);
  return new Reference(`${first.text}.${second}${key}`, attribute);
}

/** A text with templates, which `$${` and `%%{` are not. A reference in it must stand at its end. */
function template(token: Token, scope: Scope): unknown {
  const [text = "", ...parts] = token.text
    .split(/(?<!\$)\$\{(.*?)\}/)
    .map((part, n) =>
      n % 2 === 0
        ? (JSON.parse(`"${part.replace(/([$%])\1\{/g, "$1{")}"`) as string)
        : expression(new Reader(tokensOf(part)), scope),
    );
  return parts.reduce((before, part) => {
    if (typeof before !== "string") {
      if (part === "") return before;
      throw notUnderstood(token);
    }
    if (part instanceof Reference)
      return new Reference(part.address, part.attribute, before === "" ? undefined : before);
    return before + String(part);
  }, text);
}
