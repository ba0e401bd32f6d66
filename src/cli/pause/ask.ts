import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Output } from "../terminal";

/** Asks a person a question. Everything but `y` or `yes` is no, the end of what can be read included. @throws when aborted */
export async function isAffirmed(
  question: string,
  input: Readable,
  output: Output,
  signal: AbortSignal,
): Promise<boolean> {
  output.write(question);
  const lines = createInterface({ input, terminal: false });
  const ended = new AbortController();
  try {
    const answer = await Promise.race([
      once(lines, "line", { signal: AbortSignal.any([signal, ended.signal]) }).then(([line]) => String(line)),
      once(lines, "close", { signal: ended.signal }).then(() => ""),
    ]);
    return /^\s*y(es)?\s*$/i.test(answer);
  } finally {
    ended.abort();
    lines.close();
  }
}
