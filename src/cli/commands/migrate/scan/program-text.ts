import { joinedText } from "./joined-text";

/** A file that is scanned. */
export interface ProgramText {
  readonly file: string;
  readonly text: string;
  /** The same with what it puts together in one piece, each character at its place. */
  readonly joined: string;
  readonly lines: Lines;
}

/** Where lines begin. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** The line of a place in the text, from 1. */
  at(place: number): number {
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= place) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Where a line begins; where the text ends for a line behind the last. */
  startOf(line: number, end: number): number {
    return this.#starts[Math.max(0, line - 1)] ?? end;
  }
}

export function programText(file: string, text: string): ProgramText {
  return { file, text, joined: joinedText(text), lines: new Lines(text) };
}
