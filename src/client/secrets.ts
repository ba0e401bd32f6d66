import { EscapeDecoder, startsEscape } from "./escapes";

/** Shorter secrets are hidden only as separate words: hiding every `1` would make messages unreadable. */
const minLength = 4;
/** Shorter secrets, and single words, are not hidden in our own texts, which have many words and numbers. */
const minLengthInOwnText = 8;
const replacement = "***";

/** The origin of a text: the service or the system, or this program, which quotes little. */
type Origin = "elsewhere" | "ours";

/** The state of a search: the secrets from `first` to `end` start with the `depth` units from position `start`. */
interface Search {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  readonly start: number;
}

/**
 * Collects the secrets of a run, from configuration, states, requests and responses, and removes them from texts.
 */
export class Secrets {
  /** Case-folded, trimmed and sorted, so that secrets with a common prefix are adjacent. */
  private readonly known: string[] = [];
  private readonly firstUnits = new Set<string>();

  constructor(secrets: readonly string[] = []) {
    this.add(secrets);
  }

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      const text = folded(secret).trim();
      const lowerBound = this.place(0, this.known.length, (secret) => secret < text);
      if (text === "" || this.known[lowerBound] === text) continue;
      this.known.splice(lowerBound, 0, text);
      for (const unit of [text.charAt(0), text.charAt(0).toUpperCase()]) this.firstUnits.add(unit);
    }
  }

  /** Replaces the secrets in one of our own texts, also if their characters are escaped. */
  hide(text: string): string {
    return replaced(text, this.find(text, "ours", text.length));
  }

  /**
   * Truncates a text from elsewhere, and replaces its secrets, including one that the truncation cuts off.
   */
  hideInPrefix(text: string, length: number): string {
    if (text.length <= length) return replaced(text, this.find(text, "elsewhere", text.length));
    // A cut may be within the escape of a character.
    const shown = length - maxEscapeLength;
    const beginning = text.slice(0, length);
    return replaced(beginning.slice(0, shown), this.find(beginning, "elsewhere", shown));
  }

  /** The positions of secrets, in order, including one that may continue after `end`. */
  private find(text: string, origin: Origin, end: number): [start: number, end: number][] {
    const found: [number, number][] = [];
    if (this.known.length === 0) return found;
    const readings = new EscapeDecoder(text);
    const searches = new Map<number, Map<number, Search>>();
    const note = (start: number, stop: number) => found.push([start, Math.min(stop, end)]);
    for (let place = 0; place < end; place += 1) {
      const here = searches.get(place);
      searches.delete(place);
      if (here === undefined && !this.mayBegin(text.charAt(place))) continue;
      const active = [
        ...(here?.values() ?? []),
        { first: 0, end: this.known.length, depth: 0, start: place },
      ];
      for (const { character, end: next } of readings.at(place)) {
        for (const search of active) {
          for (const advance of this.further(search, folded(character))) {
            if (this.isComplete(advance, text, next, origin)) note(advance.start, next);
            if (next >= end && end < text.length && advance.depth > 0) note(advance.start, end);
            const there = searches.get(next) ?? new Map<number, Search>();
            const key = advance.depth * this.known.length + advance.first;
            const before = there.get(key);
            if (before === undefined || before.start > advance.start) there.set(key, advance);
            searches.set(next, there);
          }
        }
      }
    }
    return found.sort(([a], [b]) => a - b);
  }

  private mayBegin(unit: string): boolean {
    return startsEscape(unit) || this.firstUnits.has(unit) || unit > "\x7f";
  }

  /** Advances a search by a character. Consecutive spaces count as one. */
  private further(search: Search, character: string): Search[] {
    const { depth } = search;
    let { first, end } = search;
    for (let unit = 0; unit < character.length && first < end; unit += 1) {
      const wanted = character.charAt(unit);
      first = this.place(first, end, (secret) => secret.charAt(depth + unit) < wanted);
      end = this.place(first, end, (secret) => secret.charAt(depth + unit) === wanted);
    }
    const stays = character === " " && depth > 0 && this.known[search.first]?.charAt(depth - 1) === " ";
    return [
      ...(first < end ? [{ first, end, depth: depth + character.length, start: search.start }] : []),
      ...(stays ? [search] : []),
    ];
  }

  /** Whether the search has matched a complete secret that must be hidden. */
  private isComplete({ first, depth, start }: Search, text: string, next: number, origin: Origin): boolean {
    const secret = this.known[first];
    if (secret?.length !== depth) return false;
    if (origin === "ours") return depth >= minLengthInOwnText && !/^\p{L}+$/u.test(secret);
    return depth >= minLength || standsAlone(text, start, next);
  }

  /** The index of the first secret of a range for which `isBefore` is false. */
  private place(from: number, to: number, isBefore: (secret: string) => boolean): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.known[middle] ?? "")) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The maximum length of a character that is escaped three times. */
const maxEscapeLength = 128;

/** Folds letter case and white space. */
function folded(text: string): string {
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

function replaced(text: string, places: readonly [start: number, end: number][]): string {
  let result = "";
  let done = 0;
  for (const [start, end] of places) {
    if (start > done || done === 0) result += text.slice(done, start) + replacement;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
