import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { systemError } from "./output/system-error";

/** What a file holds; `-` is standard input. @param what as in `the plan`. @throws Error that says why it cannot be read */
export async function inputBytes(
  file: string,
  stdin: AsyncIterable<Uint8Array>,
  what: string,
): Promise<Uint8Array> {
  if (file === "-") return readAll(stdin);
  try {
    return await readFile(file);
  } catch (error) {
    throw systemError(`read ${what} ${file}`, error);
  }
}

/** What people call such a file. */
export function inputName(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** The text of those bytes. Windows PowerShell writes UTF-16 into a file to which it sends what a command prints. */
export function inputText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

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
