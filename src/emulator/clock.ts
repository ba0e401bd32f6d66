/** The emulator's clock: real time, which can be advanced and accelerated. */
export class Clock {
  #origin: number;
  #base: number;
  #factor = 1;

  /** @param real milliseconds since 1970 */
  constructor(private readonly real: () => number) {
    this.#origin = real();
    this.#base = this.#origin;
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#base + (this.real() - this.#origin) * this.#factor;

  advance(milliseconds: number): void {
    this.#rebase();
    this.#base += milliseconds;
  }

  /** Sets the speed: clock seconds per real second. */
  setSpeed(factor: number): void {
    this.#rebase();
    this.#factor = factor;
  }

  #rebase(): void {
    this.#base = this.now();
    this.#origin = this.real();
  }
}
