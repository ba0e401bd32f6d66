import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import type { Use } from "./server";

/** A file that gets a line of JSON for each request. It is readable by its owner only, if it is made. */
export class RequestLog {
  private constructor(private readonly stream: WriteStream) {}

  /** Opens the file, behind what is in it. @throws Error that says why it cannot */
  static async open(file: string, onFailed: (problem: string) => void): Promise<RequestLog> {
    const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
    try {
      await once(stream, "open");
    } catch (error) {
      throw new Error(`The log ${file} cannot be opened: ${(error as Error).message}.`);
    }
    stream.once("error", (error) => onFailed(`The log ${file} cannot be written: ${error.message}.`));
    return new RequestLog(stream);
  }

  /** Adds a request. The line tells neither what was sent nor with which credentials. */
  add({ route, method, path, program, status }: Use, now: Date): void {
    if (this.stream.destroyed) return;
    const { name: operation = null, current } = route?.call ?? {};
    const by = current === undefined ? null : `${current.method} ${current.path}`;
    const line = { time: now.toISOString(), operation, method, path, now: by, program, status };
    this.stream.write(`${JSON.stringify(line)}\n`);
  }

  async close(): Promise<void> {
    if (this.stream.destroyed) return;
    this.stream.end();
    await once(this.stream, "close").catch(() => undefined);
  }
}
