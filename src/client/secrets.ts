import { EscapeDecoder, startsEscape } from "./escapes";
import { TextAutomaton } from "./text-automaton";

/** Shorter secrets are hidden only as separate words: hiding every `1` would make messages unreadable. */
const minLength = 4;
/** Shorter secrets, and single words, are not hidden in our own texts, which have many words and numbers. */
const minLengthInOwnText = 8;
/** The characters of all secrets together. What a hostile service sends beyond them costs neither time nor memory. */
const maxCharacters = 500_000;
/** Readings of ambiguous escapes that are followed at one position: more than any encoding needs. */
const maxReadings = 16;
const replacement = "***";
const withheld = "(withheld: there are more secrets than can be searched for)";

/** Collects the secrets of a run, from configuration, states, requests and responses, and removes them from texts. */
export class Secrets {
  readonly #known = new Set<string>();
  readonly #all = new SecretTexts();
  readonly #hiddenInOwnTexts = new SecretTexts();
  #characters = 0;

  constructor(secrets: readonly string[] = []) {
    this.add(secrets);
  }

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      const text = folded(secret).trim();
      if (text === "" || this.#known.has(text) || this.#isFull) continue;
      this.#characters += text.length;
      if (this.#isFull) return;
      this.#known.add(text);
      this.#all.add(text);
      if (text.length >= minLengthInOwnText && !/^\p{L}+$/u.test(text)) this.#hiddenInOwnTexts.add(text);
    }
  }

  /** Replaces the secrets in one of our own texts, also if their characters are escaped. */
  hide(text: string): string {
    return replaced(text, this.#hiddenInOwnTexts.find(text, text.length));
  }

  /** Truncates a text from elsewhere, and replaces its secrets, including one that the truncation cuts off. */
  hideInPrefix(text: string, length: number): string {
    if (this.#isFull) return withheld;
    if (text.length <= length) return replaced(text, this.#all.find(text, text.length));
    // A cut may be within the escape of a character.
    const shown = length - maxEscapeLength;
    const beginning = text.slice(0, length);
    return replaced(beginning.slice(0, shown), this.#all.find(beginning, shown));
  }

  get #isFull(): boolean {
    return this.#characters > maxCharacters;
  }
}

/** A part of a text, from its start up to its end. */
type Span = readonly [start: number, end: number];

/** Folded texts to find. Automata double in size, so that texts that are added one by one do not rebuild a large one each time. */
class SecretTexts {
  #added: string[] = [];
  readonly #automata: TextAutomaton[] = [];
  readonly #firstUnits = new Set<string>();

  add(text: string): void {
    this.#added.push(text);
    for (const unit of [text.charAt(0), text.charAt(0).toUpperCase()]) this.#firstUnits.add(unit);
  }

  /** The spans of the texts in another one, in order, including one that may continue after `end`. */
  find(text: string, end: number): readonly Span[] {
    this.#build();
    if (this.#automata.length === 0) return [];
    const decoder = new EscapeDecoder(text);
    const mayBegin = (unit: string) => startsEscape(unit) || this.#firstUnits.has(unit) || unit > "\x7f";
    return this.#automata
      .flatMap((automaton) => spansOf(automaton, { text, end, decoder, mayBegin }))
      .sort(([a], [b]) => a - b);
  }

  #build(): void {
    if (this.#added.length === 0) return;
    let texts = this.#added;
    this.#added = [];
    for (
      let last = this.#automata.at(-1);
      last && last.texts.length <= texts.length;
      last = this.#automata.at(-1)
    ) {
      texts = [...last.texts, ...texts];
      this.#automata.pop();
    }
    this.#automata.push(new TextAutomaton(texts));
  }
}

/** One way to read the characters before a position: the automaton's state, and where its characters start. */
interface Reading {
  readonly state: number;
  readonly trail: Trail | undefined;
}

/** A text to search, up to a position. */
interface Searched {
  readonly text: string;
  readonly end: number;
  readonly decoder: EscapeDecoder;
  /** Whether a secret may begin with a unit of the text. */
  readonly mayBegin: (unit: string) => boolean;
}

function spansOf(automaton: TextAutomaton, { text, end, decoder, mayBegin }: Searched): Span[] {
  const spans: Span[] = [];
  const ahead = new Map<number, Map<number, Reading>>();
  const startOf = ({ trail }: Reading, length: number) => startIn(trail, length);
  const arrive = (place: number, reading: Reading) => {
    const depth = automaton.depth(reading.state);
    if (depth === 0) return;
    if (place >= end && end < text.length) spans.push([startOf(reading, depth), end]);
    const there = ahead.get(place) ?? new Map<number, Reading>();
    const other = there.get(reading.state);
    if (other === undefined || startOf(reading, depth) < startOf(other, depth))
      there.set(reading.state, reading);
    ahead.set(place, there);
  };
  automaton.forgetSteps();
  for (let place = 0; place < end; place += 1) {
    const here = ahead.get(place);
    ahead.delete(place);
    if (here === undefined && !mayBegin(text.charAt(place))) continue;
    const readings = here === undefined ? [] : deepest(automaton, [...here.values()]);
    readings.push({ state: 0, trail: undefined });
    for (const { character, end: next } of decoder.at(place)) {
      const units = folded(character);
      const skipped = endsOfSplit(character, text, next);
      for (const reading of readings) {
        const advanced = advance(automaton, reading, units, place);
        const length = hiddenLength(automaton, advanced, (start) => standsAlone(text, start, next));
        if (length > 0) spans.push([startOf(advanced, length), Math.min(next, end)]);
        arrive(next, advanced);
        for (const after of skipped) arrive(after, reading);
      }
    }
  }
  return spans;
}

/** The readings to follow: those that have matched most. */
function deepest(automaton: TextAutomaton, readings: Reading[]): Reading[] {
  if (readings.length <= maxReadings) return readings;
  return readings.sort((a, b) => automaton.depth(b.state) - automaton.depth(a.state)).slice(0, maxReadings);
}

/** Reads a folded character. Consecutive spaces count as one. */
function advance(automaton: TextAutomaton, reading: Reading, character: string, place: number): Reading {
  let { state, trail } = reading;
  for (let index = 0; index < character.length; index += 1) {
    const unit = character.charCodeAt(index);
    if (unit === space && automaton.lastUnit(state) === space) continue;
    state = automaton.step(state, unit);
    trail = state === 0 ? undefined : extended(trail, place);
  }
  return { state, trail };
}

const space = 32;

/** The length of the longest text that ends here and must be hidden; 0 if there is none. */
function hiddenLength(
  automaton: TextAutomaton,
  { state, trail }: Reading,
  isAlone: (start: number) => boolean,
): number {
  for (const length of automaton.lengths(state))
    if (length >= minLength || isAlone(startIn(trail, length))) return length;
  return 0;
}

/**
 * The positions after a character that may stand within a secret without belonging to it: a line break with its indentation,
 * a soft hyphen, or a character without width.
 */
function endsOfSplit(character: string, text: string, next: number): readonly number[] {
  if (character >= " " && character <= "~") return [];
  if (/^[\u00ad\u200b-\u200d\u2060\ufeff]$/.test(character)) return [next];
  if (!/^[\r\n\u0085\u2028\u2029]$/.test(character)) return [];
  let after = next;
  while (text.charAt(after) === " " || text.charAt(after) === "\t") after += 1;
  return after === next ? [next] : [next, after];
}

/** The positions of the characters of a reading, the last one first, with links that skip many of them. */
interface Trail {
  readonly place: number;
  readonly size: number;
  readonly before: Trail | undefined;
  readonly skip: Trail | undefined;
}

function extended(before: Trail | undefined, place: number): Trail {
  const skipped = (before?.size ?? 0) - (before?.skip?.size ?? 0);
  const isPair = before?.skip !== undefined && skipped === before.skip.size - (before.skip.skip?.size ?? 0);
  return { place, size: (before?.size ?? 0) + 1, before, skip: isPair ? before.skip?.skip : before };
}

/** Where the last `length` units of a trail start. */
function startIn(trail: Trail | undefined, length: number): number {
  const size = (trail?.size ?? 0) - length + 1;
  let here = trail;
  while (here !== undefined && here.size > size)
    here = here.skip !== undefined && here.skip.size >= size ? here.skip : here.before;
  return here?.place ?? 0;
}

/** The maximum length of a character that is escaped three times. */
const maxEscapeLength = 512;

/** Folds letter case and white space. */
function folded(text: string): string {
  if (/^[!-~]$/.test(text)) return text.toLowerCase();
  return text.replace(/\s+|\P{Lowercase_Letter}/gu, (part) => {
    if (/^\s/.test(part)) return " ";
    const lower = part.toLowerCase();
    return lower.length === part.length ? lower : part;
  });
}

/** Whether a part of a text is a separate word: not next to letters or digits, directly or after a point or dash. */
function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}_][.-]?$/u.test(text.slice(Math.max(0, start - 3), start)) &&
    !/^[.-]?[\p{L}\p{N}_]/u.test(text.slice(end, end + 3))
  );
}

function replaced(text: string, spans: readonly Span[]): string {
  let result = "";
  let done = 0;
  for (const [start, end] of spans) {
    if (start > done || done === 0) result += text.slice(done, start) + replacement;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
