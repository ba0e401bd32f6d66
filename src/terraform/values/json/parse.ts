import { plainObject } from "../object-value";
import { maxNesting } from "../value-error";

/** A number as written in the JSON text. */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** Parsed JSON. Objects have no prototype. */
export type Json = null | boolean | string | JsonNumber | Json[] | { [name: string]: Json };

/**
 * Parses JSON without rounding numbers, unlike JSON.parse. Of duplicate names in an object, the last one counts.
 * @throws SyntaxError with the position, and without a quotation
 */
export function parseJson(text: string): Json {
  const source: Source = { text, at: 0 };
  const json = parseValue(source, 0);
  skipSpace(source);
  if (source.at < text.length) fail(source);
  return json;
}

interface Source {
  readonly text: string;
  at: number;
}

function parseValue(source: Source, depth: number): Json {
  // A level of a value may take three levels of JSON: its own, and those of a dynamic value's type.
  if (depth > 3 * maxNesting) throw new SyntaxError("the JSON text is nested too deeply");
  skipSpace(source);
  switch (source.text[source.at]) {
    case "{":
      return parseObject(source, depth + 1);
    case "[":
      return parseArray(source, depth + 1);
    case '"':
      return parseString(source);
    case "t":
      return parseLiteral(source, "true", true);
    case "f":
      return parseLiteral(source, "false", false);
    case "n":
      return parseLiteral(source, "null", null);
    default:
      return parseNumber(source);
  }
}

function parseObject(source: Source, depth: number): Json {
  const json = plainObject<Json>();
  source.at++;
  if (consume(source, "}")) return json;
  do {
    skipSpace(source);
    if (source.text[source.at] !== '"') fail(source);
    const name = parseString(source);
    if (!consume(source, ":")) fail(source);
    json[name] = parseValue(source, depth);
  } while (consume(source, ","));
  return consume(source, "}") ? json : fail(source);
}

function parseArray(source: Source, depth: number): Json {
  const json: Json[] = [];
  source.at++;
  if (consume(source, "]")) return json;
  do json.push(parseValue(source, depth));
  while (consume(source, ","));
  return consume(source, "]") ? json : fail(source);
}

function parseString(source: Source): string {
  const start = source.at;
  let end = source.text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(source.text, end)) end = source.text.indexOf('"', end + 1);
  source.at = end < 0 ? source.text.length : end + 1;
  if (end < 0) fail(source);
  // JSON.parse handles escapes and invalid characters.
  try {
    return JSON.parse(source.text.slice(start, end + 1));
  } catch {
    source.at = start;
    return fail(source);
  }
}

/** Whether an odd number of backslashes precedes the position. The opening quote ends the search. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === "\\") before--;
  return (at - before) % 2 === 0;
}

function parseNumber(source: Source): Json {
  const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
  number.lastIndex = source.at;
  const [text] = number.exec(source.text) ?? fail(source);
  source.at = number.lastIndex;
  return new JsonNumber(text);
}

function parseLiteral<const T extends Json>(source: Source, text: string, value: T): T {
  if (!source.text.startsWith(text, source.at)) fail(source);
  source.at += text.length;
  return value;
}

function consume(source: Source, mark: string): boolean {
  skipSpace(source);
  if (source.text[source.at] !== mark) return false;
  source.at++;
  return true;
}

function skipSpace(source: Source): void {
  for (;;) {
    const code = source.text.charCodeAt(source.at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    source.at++;
  }
}

function fail({ text, at }: Source): never {
  throw new SyntaxError(
    at >= text.length ? "the JSON text ends too early" : `invalid JSON at position ${at}`,
  );
}
