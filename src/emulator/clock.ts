/** The emulator's clock: real time, which can be moved forward and sped up. */
export class Clock {
  private origin: number;
  private shown: number;
  private factor = 1;

  /** @param real milliseconds since 1970 */
  constructor(private readonly real: () => number) {
    this.origin = real();
    this.shown = this.origin;
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.shown + (this.real() - this.origin) * this.factor;

  /** Moves the clock forward by that many milliseconds. */
  advance(milliseconds: number): void {
    this.settle();
    this.shown += milliseconds;
  }

  /** From now on, a real second is that many seconds. */
  run(factor: number): void {
    this.settle();
    this.factor = factor;
  }

  private settle(): void {
    this.shown = this.now();
    this.origin = this.real();
  }
}
