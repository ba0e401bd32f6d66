import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type * as z from "zod/mini";
import { capitalized } from "../provider/text";
import { fileBytes } from "../service/file-bytes";
import { parseJson } from "../service/parse-json";
import { systemError } from "./output/system-error";
import { type ProcessContext, printable } from "./output/terminal";
import { shortened } from "./output/text";

/** The content of a file; `-` is standard input. @param what as in `the plan`. @throws Error with the reason if it cannot be read */
export async function inputBytes(file: string, stdin: AsyncIterable<Uint8Array>, what: string) {
  return file === "-" ? buffer(stdin) : inputFile(file, what);
}

/** The content of a file. @param max as in {@link fileBytes} @throws Error with the reason if it cannot be read */
export function inputFile(file: string, what: string, max?: number): Buffer {
  try {
    return fileBytes(file, max);
  } catch (error) {
    throw systemError(`read ${what} ${file}`, error);
  }
}

/** The text of a file; empty if it cannot be read. */
export function textIfAny(file: string): string {
  try {
    return fileBytes(file).toString();
  } catch {
    return "";
  }
}

/** The name of such a file in messages. */
export function inputName(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** The text of these bytes. Windows PowerShell redirects output to files as UTF-16. */
export function decoded(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** The text of an input file. @param name in the error @throws Error if it has NUL characters, as binary files do */
export function inputText(bytes: Uint8Array, name: string): string {
  const text = decoded(bytes);
  if (text.includes("\0")) throw new Error(`${printable(name)} is not a text: it contains NUL characters.`);
  return text;
}

/** Shows a part of an input file in an error. */
export type Quoter = (text: string) => string;

/** Quotes at most 40 characters of an input file in all: the name may be a link to a file with secrets, that another user chose. */
export function quoter(): Quoter {
  let left = 40;
  return (text) => {
    const quote = shortened(printable(text), Math.max(0, left - 1));
    left -= quote.length;
    return quote;
  };
}

/**
 * The JSON that another command printed, in a file or on standard input.
 * @param command that one, as in `drift`
 * @throws Error if the file cannot be read, or has something else
 */
export async function commandReport<Form extends z.ZodMiniType>(
  file: string,
  stdin: AsyncIterable<Uint8Array>,
  command: string,
  form: Form,
): Promise<z.output<Form>> {
  const text = inputText(await inputBytes(file, stdin, "the file"), inputName(file));
  const { data, success } = form.safeParse(parseJson(text, undefined));
  if (success) return data;
  throw new Error(`${inputName(file)} is not the output of \`rblmonitor ${command} --json\`.`);
}

/**
 * Asks for confirmation on the terminal.
 * @param purpose what `--yes` does, as in `pause 3 objects`
 * @param otherwise what is true without a yes, as in `Nothing was changed`
 * @throws Error without a yes, and without a terminal
 */
export async function confirm(
  purpose: string,
  otherwise: string,
  { stdin, stderr }: Pick<ProcessContext, "stdin" | "stderr">,
  signal: AbortSignal,
): Promise<void> {
  if (stdin.isTTY !== true || stderr.isTTY !== true)
    throw new Error(`${otherwise}: confirmation needs a terminal. To ${purpose}, add --yes.`);
  stderr.write(`${capitalized(purpose)}? [y/N] `);
  if (!/^y(es)?$/i.test(await readLine(stdin, signal))) throw new Error(`${otherwise}.`);
}

/** The next line that can be read, without spaces around it; empty at the end of the input. @throws when aborted */
export async function readLine(input: Readable, signal?: AbortSignal): Promise<string> {
  const lines = createInterface({ input, terminal: false, ...(signal && { signal }) });
  try {
    for await (const line of lines) return line.trim();
    // An abort ends the input.
    signal?.throwIfAborted();
    return "";
  } finally {
    lines.close();
  }
}
