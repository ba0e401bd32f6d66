import type { Call } from "./service";

/** The cancellation of a call. Its signal is created on first use, as few handlers use it and it costs as much as a short call. */
export class Cancellation implements Call {
  private controller: AbortController | undefined;
  private hasAborted = false;

  get signal(): AbortSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.hasAborted) this.controller.abort();
    }
    return this.controller.signal;
  }

  get isAborted(): boolean {
    return this.hasAborted;
  }

  abort(): void {
    this.hasAborted = true;
    this.controller?.abort();
  }
}
