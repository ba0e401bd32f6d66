/**
 * Finds any of many texts in one pass, with the algorithm of Aho and Corasick: each UTF-16 unit read is one step from state
 * to state, however many texts there are and however they repeat. A state is the longest beginning of a text that the units
 * read so far end with; state 0 is the empty one.
 */
export class TextAutomaton {
  readonly #children = new Map<number, number>();
  /** Steps that lead back to a shorter beginning, as far as they have been taken. */
  readonly #fallbacks = new Map<number, number>();
  readonly #depths = [0];
  readonly #lastUnits = [0];
  /** By state: the state of its longest proper suffix. */
  readonly #suffixes = [0];
  /** By state: the state of the longest text that it ends with, or 0. */
  readonly #longest = [0];

  /** @param texts distinct texts that are not empty */
  constructor(readonly texts: readonly string[]) {
    const levels: [parent: number, state: number][][] = [];
    for (const text of texts) {
      let state = 0;
      for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        const stored = this.#children.get(keyOf(state, unit));
        const child = stored ?? this.#depths.length;
        if (stored === undefined) {
          this.#children.set(keyOf(state, unit), child);
          this.#depths.push(index + 1);
          this.#lastUnits.push(unit);
          this.#suffixes.push(0);
          this.#longest.push(0);
          levels[index] ??= [];
          levels[index]?.push([state, child]);
        }
        state = child;
      }
      this.#longest[state] = state;
    }
    // Suffixes are shorter, so that those of a level follow from the levels before.
    for (const [parent, state] of levels.flat()) {
      if (parent !== 0) this.#suffixes[state] = this.step(this.#suffixes[parent] ?? 0, this.lastUnit(state));
      this.#longest[state] ||= this.#longest[this.#suffixes[state] ?? 0] ?? 0;
    }
  }

  /** The state after one more unit. */
  step(state: number, unit: number): number {
    const passed: number[] = [];
    let from = state;
    let target = this.#known(from, unit);
    while (target === undefined && from !== 0) {
      passed.push(from);
      from = this.#suffixes[from] ?? 0;
      target = this.#known(from, unit);
    }
    for (const each of passed) this.#fallbacks.set(keyOf(each, unit), target ?? 0);
    return target ?? 0;
  }

  /** The number of units in the beginning that a state represents. */
  depth(state: number): number {
    return this.#depths[state] ?? 0;
  }

  /** The unit that led to a state. */
  lastUnit(state: number): number {
    return this.#lastUnits[state] ?? 0;
  }

  /** The lengths of the texts that end in a state, the longest first. */
  *lengths(state: number): Generator<number> {
    for (let inner = this.#longest[state]; inner; inner = this.#longest[this.#suffixes[inner] ?? 0])
      yield this.depth(inner);
  }

  /** Forgets the steps back, whose number grows with the texts that have been searched. */
  forgetSteps(): void {
    this.#fallbacks.clear();
  }

  #known(state: number, unit: number): number | undefined {
    return this.#children.get(keyOf(state, unit)) ?? this.#fallbacks.get(keyOf(state, unit));
  }
}

function keyOf(state: number, unit: number): number {
  return state * 0x1_0000 + unit;
}
