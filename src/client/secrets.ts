import { EscapeDecoder, startsEscape } from "./escapes";

/** Shorter secrets are hidden only as separate words: hiding every `1` would make messages unreadable. */
const minLength = 4;
/** Shorter secrets, and single words, are not hidden in our own texts, which have many words and numbers. */
const minLengthInOwnText = 8;
/** The characters of all secrets together. What a hostile service sends beyond them costs neither time nor memory. */
const maxCharacters = 500_000;
/** The parts in which longer secrets are found, so that a text that repeats the beginning of one costs linear time. */
const maxPartLength = 64;
/** Readings of ambiguous escapes that are followed at one position: more than any encoding needs. */
const maxReadings = 16;
const replacement = "***";
const withheld = "(withheld: there are more secrets than can be searched for)";

/** Collects the secrets of a run, from configuration, states, requests and responses, and removes them from texts. */
export class Secrets {
  readonly #known = new Set<string>();
  readonly #tree = new TextTree();
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
      const isHiddenInOwnTexts = text.length >= minLengthInOwnText && !/^\p{L}+$/u.test(text);
      for (const part of partsOf(text)) this.#tree.add(part, isHiddenInOwnTexts);
    }
  }

  /** Replaces the secrets in one of our own texts, also if their characters are escaped. */
  hide(text: string): string {
    return replaced(text, this.#spans(text, text.length, true));
  }

  /** Truncates a text from elsewhere, and replaces its secrets, including one that the truncation cuts off. */
  hideInPrefix(text: string, length: number): string {
    if (this.#isFull) return withheld;
    if (text.length <= length) return replaced(text, this.#spans(text, text.length, false));
    // A cut may be within the escape of a character.
    const shown = length - maxEscapeLength;
    const beginning = text.slice(0, length);
    return replaced(beginning.slice(0, shown), this.#spans(beginning, shown, false));
  }

  get #isFull(): boolean {
    return this.#characters > maxCharacters;
  }

  /** The spans of the secrets in a text, in order, including one that may continue after `end`. */
  #spans(text: string, end: number, isOwnText: boolean): readonly Span[] {
    const decoder = new EscapeDecoder(text);
    const spans: Span[] = [];
    for (let start = 0; start < end; start += 1) {
      if (!this.#tree.mayBegin(text.charAt(start))) continue;
      const hiddenEnd = this.#hiddenEnd(text, start, end, isOwnText, decoder);
      if (hiddenEnd > start) spans.push([start, hiddenEnd]);
    }
    return spans;
  }

  /** Up to where a text must be hidden: the end of the longest secret that begins at `start`, or `start` if none does. */
  #hiddenEnd(text: string, start: number, end: number, isOwnText: boolean, decoder: EscapeDecoder): number {
    let hiddenEnd = start;
    const ahead = new Map([[start, new Set([0])]]);
    const arrive = (place: number, node: number) => {
      const nodes = ahead.get(place) ?? new Set();
      if (nodes.size < maxReadings) ahead.set(place, nodes.add(node));
    };
    for (let place = start; ahead.size > 0; place += 1) {
      const nodes = ahead.get(place);
      if (nodes === undefined) continue;
      if (place >= end) return end < text.length ? end : hiddenEnd;
      ahead.delete(place);
      for (const { character, end: next } of decoder.at(place)) {
        const units = folded(character);
        for (const node of nodes) {
          const reached = this.#tree.step(node, units);
          if (reached !== undefined) arrive(next, reached);
          if (node !== 0) for (const after of endsOfSplit(character, text, next)) arrive(after, node);
          const length = this.#tree.lengthAt(reached ?? 0, isOwnText) ?? 0;
          if (length >= minLength || (length > 0 && standsAlone(text, start, next)))
            hiddenEnd = Math.min(next, end);
        }
      }
    }
    return hiddenEnd;
  }
}

/** A part of a text, from its start up to its end. */
type Span = readonly [start: number, end: number];

/** Folded texts to find, as a tree whose nodes are the beginnings of texts. Node 0 is the empty one. */
class TextTree {
  /** Nodes by the node before them and the UTF-16 unit that follows: one map takes less memory than one for each node. */
  readonly #nodes = new Map<number, number>();
  #count = 0;
  /** The lengths of whole texts, by their nodes. */
  readonly #lengths = new Map<number, number>();
  readonly #hiddenInOwnTexts = new Set<number>();
  readonly #firstUnits = new Set<string>();

  add(text: string, isHiddenInOwnTexts: boolean): void {
    let node = 0;
    for (const unit of text.split("")) {
      const key = keyOf(node, unit);
      const next = this.#nodes.get(key) ?? ++this.#count;
      this.#nodes.set(key, next);
      // Consecutive spaces count as one.
      if (unit === " ") this.#nodes.set(keyOf(next, unit), next);
      node = next;
    }
    this.#lengths.set(node, text.length);
    if (isHiddenInOwnTexts) this.#hiddenInOwnTexts.add(node);
    for (const unit of [text.charAt(0), text.charAt(0).toUpperCase()]) this.#firstUnits.add(unit);
  }

  /** Whether a text, perhaps escaped, may begin with a unit. */
  mayBegin(unit: string): boolean {
    return startsEscape(unit) || this.#firstUnits.has(unit < " " ? " " : unit) || unit > "\x7f";
  }

  /** The node after some more units; undefined if no text continues so. */
  step(node: number, units: string): number | undefined {
    let reached: number | undefined = node;
    for (let index = 0; index < units.length && reached !== undefined; index += 1)
      reached = this.#nodes.get(keyOf(reached, units.charAt(index)));
    return reached;
  }

  /** The length of the text to hide that ends in a node; undefined if there is none. */
  lengthAt(node: number, isOwnText: boolean): number | undefined {
    return isOwnText && !this.#hiddenInOwnTexts.has(node) ? undefined : this.#lengths.get(node);
  }
}

function keyOf(node: number, unit: string): number {
  return node * 0x1_0000 + unit.charCodeAt(0);
}

/** The parts of a text, which together are all of it. */
function partsOf(text: string): string[] {
  const last = Math.max(text.length - maxPartLength, 0);
  return Array.from({ length: Math.ceil(text.length / maxPartLength) }, (_, index) => {
    const start = Math.min(index * maxPartLength, last);
    return text.slice(start, start + maxPartLength);
  });
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
