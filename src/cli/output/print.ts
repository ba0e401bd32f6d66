import { randomUUID } from "node:crypto";
import { chmod, type link, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { abbreviated } from "../../provider/text";
import { printableJson } from "../../terraform/tools";
import { wrappedLines } from "../help";
import { uninterrupted } from "../interrupt";
import { systemError } from "./system-error";
import { type Output, type ProcessContext, plainScreen, printable, type Screen, screenFor } from "./terminal";

export interface PrintOptions {
  readonly json?: true;
  /** Shows all columns of tables, such as SIDs. */
  readonly wide?: true;
}

export interface ReportOptions<Format extends string> extends PrintOptions {
  readonly format: Format;
  readonly output?: string;
}

/**
 * Prints the result of a command on standard output: as JSON if requested, else as text, with colours on a terminal.
 * @param text the text for people, which ends with a line break; texts from elsewhere in it must be printable
 */
export function print(
  { env, stdout }: Pick<ProcessContext, "env" | "stdout">,
  { json, wide }: PrintOptions,
  value: unknown,
  text: (screen: Screen) => string,
): void {
  const screen = screenFor(stdout, env, wide);
  stdout.write(json ? jsonText(value) : wrappedLines(text(screen), screen.width));
}

/**
 * A report for programs. Its form is stable; `version` counts up when something in it changes or goes, and not when
 * something is added.
 */
export function jsonReport(report: object): string {
  return jsonText({ version: 1, ...report });
}

/** Writes which objects a command is not sure about; nothing without any. */
export function warnAbout(names: readonly string[], text: string, stderr: Output): void {
  if (names.length > 0) stderr.write(`rblmonitor: ${text}: ${printable(abbreviated(names))}.\n`);
}

/** A function that renders a report in any of these formats. Only tables depend on the screen. */
export function rendererOf<Report, Format extends string>(
  renderers: Readonly<Record<Format, (report: Report, screen: Screen) => string>>,
): (report: Report, format: Format, screen?: Screen) => string {
  return (report, format, screen = plainScreen) => renderers[format](report, screen);
}

/** Writes a report to the requested file, or to standard output. */
export async function writeReport<Format extends string>(
  { env, stdout }: Pick<ProcessContext, "env" | "stdout">,
  { format, output, wide }: ReportOptions<Format>,
  text: (format: Format, screen: Screen) => string,
): Promise<void> {
  if (output === undefined) {
    const screen = screenFor(stdout, env, wide);
    stdout.write(wrappedLines(text(format, screen), format === "table" ? screen.width : undefined));
  } else await writeAtomically(output, text(format, { ...plainScreen, wide }));
}

/** JSON in which every character that a terminal or a JavaScript parser may take for another is escaped as `\u…`. */
export function jsonText(value: unknown): string {
  return `${printableJson(value, undefined, 2)}\n`;
}

/** JSON on one line, for commands that print several values. */
export function jsonLine(value: unknown): string {
  return `${printableJson(value)}\n`;
}

/**
 * Writes a file so that readers see the old or the new content, never a part. An existing path that is not a file,
 * such as `/dev/stdout`, is written to, and not replaced. @throws Error that names the file
 */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const existing = await stat(file).catch(() => undefined);
  try {
    if (existing?.isFile() === false) await writeFile(file, text);
    // An interrupt must not leave the temporary file. Users who could not read the old file can never read the new one.
    else await uninterrupted(() => writeComplete(file, text, existing?.mode, rename));
  } catch (error) {
    throw systemError(`write ${file}`, error);
  }
}

/**
 * Writes a file next to its place, and moves it there when it is complete.
 * @param mode undefined for that of new files
 * @param move `rename` replaces a file; `link` fails if there is one
 */
export async function writeComplete(
  file: string,
  content: string | Uint8Array,
  mode: number | undefined,
  move: typeof rename | typeof link,
): Promise<void> {
  const temporary = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: "wx", ...(mode !== undefined && { mode: 0o600 }) });
    if (mode !== undefined) await chmod(temporary, mode & 0o7777);
    await move(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
