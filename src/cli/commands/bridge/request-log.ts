import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { aborted } from "../../server/server";
import type { Use } from "./usage";

/** Characters that may wait for a disk that is slow; further lines are dropped and counted. */
const maxWaiting = 1_000_000;

/**
 * Opens a log, which gets a line of JSON for each request, behind its content. If the file is created, only its owner can read it.
 * @throws Error with the reason, if it cannot be opened
 */
export async function openRequestLog(file: string, onFailed: (problem: string) => void) {
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  try {
    await once(stream, "open");
  } catch (error) {
    throw new Error(`The log ${file} cannot be opened: ${(error as Error).message}.`);
  }
  stream.once("error", (error) => onFailed(`The log ${file} cannot be written: ${error.message}.`));
  let dropped = 0;
  return {
    add(use: Use): void {
      if (stream.destroyed) return;
      if (stream.writableLength > maxWaiting) dropped += 1;
      else stream.write(`${JSON.stringify(use)}\n`);
    },
    /** Writes what waits, and closes the file, at the latest when the signal is aborted. */
    async close(deadline: AbortSignal): Promise<void> {
      if (dropped > 0) onFailed(`${dropped} lines were not written: the disk is too slow.`);
      if (stream.destroyed) return;
      stream.end();
      await Promise.race([once(stream, "close").catch(() => undefined), aborted(deadline)]);
      stream.destroy();
    },
  };
}
