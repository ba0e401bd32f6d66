import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { aborted } from "../../server/server";
import type { Use } from "./usage";

/** Characters that may wait for a disk that is slow; further lines are dropped and counted. */
const mostWaiting = 1_000_000;

/** A file that gets a line of JSON for each request. If it is created, only its owner can read it. */
export class RequestLog {
  private dropped = 0;

  private constructor(
    private readonly stream: WriteStream,
    private readonly onFailed: (problem: string) => void,
  ) {}

  /** Opens the file, behind its content. @throws Error that says why it cannot */
  static async open(file: string, onFailed: (problem: string) => void): Promise<RequestLog> {
    const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
    try {
      await once(stream, "open");
    } catch (error) {
      throw new Error(`The log ${file} cannot be opened: ${(error as Error).message}.`);
    }
    stream.once("error", (error) => onFailed(`The log ${file} cannot be written: ${error.message}.`));
    return new RequestLog(stream, onFailed);
  }

  /** Adds a request. */
  add(use: Use, now: Date): void {
    if (this.stream.destroyed) return;
    if (this.stream.writableLength > mostWaiting) {
      this.dropped += 1;
      return;
    }
    this.stream.write(`${logLine(use, now)}\n`);
  }

  /** Writes what waits, and closes the file, at the latest when the signal is aborted. */
  async close(deadline: AbortSignal): Promise<void> {
    if (this.dropped > 0) this.onFailed(`${this.dropped} lines were not written: the disk is too slow.`);
    if (this.stream.destroyed) return;
    this.stream.end();
    await Promise.race([once(this.stream, "close").catch(() => undefined), aborted(deadline)]);
    this.stream.destroy();
  }
}

/** The line of a request, as JSON. It holds neither what was sent nor the credentials. */
export function logLine(
  { route, method, path, program, address, status, milliseconds }: Use,
  now: Date,
): string {
  const { name: operation = null, current } = route?.call ?? {};
  return JSON.stringify({
    ...{ time: now.toISOString(), operation, method, path },
    now: current === undefined ? null : `${current.method} ${current.path}`,
    ...{ program: program ?? null, address, status, milliseconds },
  });
}
