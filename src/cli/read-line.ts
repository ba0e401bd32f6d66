import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** The next line that can be read, without spaces around it; empty at the end of the input. @throws when aborted */
export async function readLine(input: Readable, signal?: AbortSignal): Promise<string> {
  const lines = createInterface({ input, terminal: false });
  const ended = new AbortController();
  const end = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  try {
    return await Promise.race([
      once(lines, "line", { signal: end }).then(([line]) => String(line).trim()),
      once(lines, "close", { signal: end }).then(() => ""),
    ]);
  } finally {
    ended.abort();
    lines.close();
  }
}
