import { characterOf, htmlEntity, type Meaning } from "../service/html-entities";

/** A decoded character, and the position after it. */
export interface DecodedCharacter {
  readonly character: string;
  readonly end: number;
}

/** The maximum depth of nested escapes, as in `%2526` or `\u0026amp;`. */
const maxEscapeDepth = 3;
/** The maximum length of an escape after its first character, such as `#x0001f600;`, without padding. */
const maxTailLength = 16;
/** The zeros with which a number may be padded in addition, as in `&#0000000000000000000065;`. */
const maxPadding = 64;

/** The meanings of characters after a backslash. Punctuation after a backslash is unchanged. */
const meanings: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/**
 * Decodes the possible characters at each position of a text: the character itself, and escapes of JSON, URLs, forms and HTML,
 * case-insensitive and nested. Each position is decoded once, so that a text takes linear time.
 */
export class EscapeDecoder {
  readonly #read: Map<number, readonly DecodedCharacter[]>[] = Array.from(
    { length: maxEscapeDepth + 1 },
    () => new Map(),
  );

  constructor(private readonly text: string) {}

  /** The possible characters at a position; none at the end of the text. */
  at(place: number, depth = maxEscapeDepth): readonly DecodedCharacter[] {
    const point = this.text.codePointAt(place);
    if (point === undefined) return [];
    const cached = this.#read[depth]?.get(place);
    if (cached !== undefined) return cached;
    const character = String.fromCodePoint(point);
    const itself = { character, end: place + character.length };
    if (depth === 0 || !startsEscape(character)) return [itself];
    const less = this.at(place, depth - 1);
    const readings = [...less, ...less.flatMap((first) => this.#escaped(first, depth - 1))];
    const distinct = [
      ...new Map(readings.map((reading) => [`${reading.end} ${reading.character}`, reading])).values(),
    ];
    this.#read[depth]?.set(place, distinct);
    return distinct;
  }

  /** Decodes an escape that starts with the character. */
  #escaped({ character, end }: DecodedCharacter, depth: number): readonly DecodedCharacter[] {
    if (character === "+") return [{ character: " ", end }];
    if (!startsEscape(character)) return [];
    const tail = this.#tail(end, depth);
    const [meant, length] = unescaped(character, tail.text) ?? [];
    const after = length === undefined ? undefined : tail.ends[length - 1];
    return meant === undefined || after === undefined ? [] : [{ character: meant, end: after }];
  }

  /** The characters after the first of an escape, and their end positions. They may be escaped. */
  #tail(place: number, depth: number): { readonly text: string; readonly ends: readonly number[] } {
    let text = "";
    const ends: number[] = [];
    let padding = 0;
    for (let end = place; ends.length < maxTailLength + padding; ) {
      const reading = this.at(end, depth).at(-1);
      if (reading === undefined) break;
      end = reading.end;
      text += reading.character;
      if (padding < maxPadding && reading.character === "0" && /^(?:u\{|#x?)0+$/i.test(text)) padding += 1;
      for (let unit = 0; unit < reading.character.length; unit += 1) ends.push(end);
    }
    return { text, ends };
  }
}

/** Whether a character can start an escape. */
export function startsEscape(character: string): boolean {
  return character === "\\" || character === "%" || character === "&" || character === "+";
}

/** Decodes an escape, and returns its length after the first character; undefined if it is not an escape. */
function unescaped(first: string, tail: string): Meaning {
  if (first === "\\") return backslashEscape(tail);
  return first === "%" ? percentEscape(tail) : htmlEntity(tail);
}

function backslashEscape(tail: string): Meaning {
  const [whole, digits, inBraces, pair] =
    /^(?:u([0-9a-f]{4})|u\{0*([0-9a-f]{1,6})\}|x([0-9a-f]{2}))/i.exec(tail) ?? [];
  if (whole !== undefined) return characterOf(digits ?? inBraces ?? pair ?? "", 16, whole.length);
  const [octal] = /^[0-3]?[0-7]{1,2}/.exec(tail) ?? [];
  if (octal !== undefined) return characterOf(octal, 8, octal.length);
  const next = tail.charAt(0);
  const meant = meanings[next] ?? (/[!-/:-@[-`{-~]/.test(next) ? next : undefined);
  return meant === undefined ? undefined : [meant, 1];
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes the first character of percent-encoded UTF-8 bytes. */
function percentEscape(tail: string): Meaning {
  const units = /^u([0-9a-f]{4})/i.exec(tail);
  if (units !== null) return characterOf(units[1] ?? "", 16, 5);
  const [digits] = /^[0-9a-f]{2}(?:%[0-9a-f]{2}){0,3}/i.exec(tail) ?? [];
  if (digits === undefined) return undefined;
  const bytes = digits.split("%").map((byte) => Number.parseInt(byte, 16));
  const [lead = 0] = bytes;
  const count = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const decoded = utf8.decode(Uint8Array.from(bytes.slice(0, count)));
  const isCharacter = [...decoded].length === 1 && (decoded !== "\ufffd" || lead === 0xef);
  return isCharacter ? [decoded, 3 * count - 1] : undefined;
}
