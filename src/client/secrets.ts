import { isEscape, Readings } from "./readings";

/** Shorter ones are hidden only where they stand alone: `1` would make most messages unreadable. */
const leastLength = 4;
/** Shorter ones, and single words, are not hidden in our own texts, which hold many words and numbers. */
const leastInOwnText = 8;
/** What replaces a secret. */
const hidden = "***";

/** Where secrets may stand in a text: in one from elsewhere, or in one of our own, which quotes little. */
type Origin = "elsewhere" | "ours";

/** Where a search stands: the secrets from `first` up to `end` begin with the `depth` units that were read from `start`. */
interface Search {
  readonly first: number;
  readonly end: number;
  readonly depth: number;
  readonly start: number;
}

/**
 * The secrets that a run has met so far. They grow as it goes on: from its configuration, its states, what it sends and
 * what it is answered, so that any later text is cleared of all of them.
 */
export class Secrets {
  /** Folded, without spaces at the ends, in order, so that those with the same beginning are neighbours. */
  private readonly known: string[] = [];
  private readonly firstUnits = new Set<string>();

  constructor(secrets: readonly string[] = []) {
    this.add(secrets);
  }

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      const text = folded(secret).trim();
      const place = this.place(text, 0, this.known.length);
      if (text === "" || this.known[place] === text) continue;
      this.known.splice(place, 0, text);
      for (const unit of [text.charAt(0), text.charAt(0).toUpperCase()]) this.firstUnits.add(unit);
    }
  }

  /** One of our own texts with every secret replaced, however its characters are escaped. */
  hide(text: string): string {
    return replaced(text, this.find(text, "ours", text.length));
  }

  /**
   * The first characters of a text from elsewhere, likewise. A secret of which they hold the beginning only is replaced,
   * too.
   */
  hideInBeginning(text: string, length: number): string {
    if (text.length <= length) return replaced(text, this.find(text, "elsewhere", text.length));
    // The beginning of a secret may end within the escape of its next character.
    const shown = length - longestEscape;
    const beginning = text.slice(0, length);
    return replaced(beginning.slice(0, shown), this.find(beginning, "elsewhere", shown));
  }

  /** The places with secrets in order, and with what may go on behind the end. */
  private find(text: string, origin: Origin, end: number): [start: number, end: number][] {
    const found: [number, number][] = [];
    if (this.known.length === 0) return found;
    const readings = new Readings(text);
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
          for (const further of this.further(search, folded(character))) {
            if (this.isWhole(further, text, next, origin)) note(further.start, next);
            if (next >= end && end < text.length && further.depth > 0) note(further.start, end);
            const there = searches.get(next) ?? new Map<number, Search>();
            const key = further.depth * this.known.length + further.first;
            const before = there.get(key);
            if (before === undefined || before.start > further.start) there.set(key, further);
            searches.set(next, there);
          }
        }
      }
    }
    return found.sort(([a], [b]) => a - b);
  }

  private mayBegin(unit: string): boolean {
    return isEscape(unit) || this.firstUnits.has(unit) || unit > "\x7f";
  }

  /** The search after another character, if a secret goes on with it. Any number of spaces counts as one. */
  private further(search: Search, character: string): Search[] {
    const { depth } = search;
    let { first, end } = search;
    for (let unit = 0; unit < character.length && first < end; unit += 1) {
      const begin = (this.known[first] ?? "").slice(0, depth + unit) + character.charAt(unit);
      first = this.place(begin, first, end);
      end = this.place(begin, first, end, true);
    }
    const stays = character === " " && depth > 0 && this.known[search.first]?.charAt(depth - 1) === " ";
    return [
      ...(first < end ? [{ first, end, depth: depth + character.length, start: search.start }] : []),
      ...(stays ? [search] : []),
    ];
  }

  /** Whether a whole secret was read, and it counts in that place. */
  private isWhole({ first, depth, start }: Search, text: string, next: number, origin: Origin): boolean {
    const secret = this.known[first];
    if (secret?.length !== depth) return false;
    if (origin === "ours") return depth >= leastInOwnText && !/^\p{L}+$/u.test(secret);
    return depth >= leastLength || standsAlone(text, start, next);
  }

  /** The place of the first secret that is not before a text; or of the first that is behind all which begin with it. */
  private place(text: string, from: number, to: number, behind = false): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const secret = this.known[middle] ?? "";
      if (secret < text || (behind && secret.startsWith(text))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The longest escape of a character that was escaped three times. */
const longestEscape = 128;

/** Letter case means nothing, nor does the kind of white space. */
function folded(text: string): string {
  return text.replace(/\s+|\P{Lowercase_Letter}/gu, (part) => {
    if (/^\s/.test(part)) return " ";
    const lower = part.toLowerCase();
    return lower.length === part.length ? lower : part;
  });
}

/** Whether no letter or digit is next to a part of a text, nor one behind a point or a dash, as in `192.0.2.1`. */
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
    if (start > done || done === 0) result += text.slice(done, start) + hidden;
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}
