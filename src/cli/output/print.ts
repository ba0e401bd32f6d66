import { randomUUID } from "node:crypto";
import { chmod, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { visibleJson } from "../../terraform/tools";
import { interruptible } from "../interrupt";
import type { PrintOptions, ReportOptions } from "../options";
import { type Paint, paintFor, plain, type Surroundings } from "./terminal";

/**
 * Prints what a command found on standard output: as JSON if that is asked for, else as text, with colours on a terminal.
 * @param text the text for people; it ends with a line break, and shows nothing from elsewhere as it came
 */
export function print(
  { env, stdout }: Pick<Surroundings, "env" | "stdout">,
  { json }: PrintOptions,
  value: unknown,
  text: (paint: Paint) => string,
): void {
  stdout.write(json ? jsonText(value) : text(paintFor(stdout, env)));
}

/**
 * A report for programs. Its form is stable; `version` counts up when something in it changes or goes, and not when
 * something is added.
 */
export function jsonReport(report: object): string {
  return jsonText({ version: 1, ...report });
}

/** A function that renders a report in any of these formats. Only tables have styles. */
export function rendererOf<Report, Format extends string>(
  renderers: Readonly<Record<Format, (report: Report, paint: Paint) => string>>,
): (report: Report, format: Format, paint?: Paint) => string {
  return (report, format, paint = plain) => renderers[format](report, paint);
}

/** Writes a report to the requested file, or to standard output. */
export async function writeReport<Format extends string>(
  { env, stdout }: Pick<Surroundings, "env" | "stdout">,
  { format, output }: ReportOptions<Format>,
  text: (format: Format, paint: Paint) => string,
): Promise<void> {
  if (output === undefined) stdout.write(text(format, paintFor(stdout, env)));
  else await writeWhole(output, text(format, plain));
}

/**
 * What a command prints for programs: JSON that is ASCII where it matters, so that no character in it is one that a
 * terminal or a JavaScript parser would take for another. They are written as `\u….`, which means the same in JSON.
 */
export function jsonText(value: unknown): string {
  return `${visibleJson(value, undefined, 2)}\n`;
}

/** The same on one line, for commands that print several values. */
export function jsonLine(value: unknown): string {
  return `${visibleJson(value)}\n`;
}

/**
 * Writes a file so that whoever reads it sees the old one or the new one, never a part. What is there and is no file,
 * such as `/dev/stdout`, is written to, and not replaced. @throws Error that names it
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  try {
    if (there?.isFile() === false) await writeFile(file, text);
    // An interrupt must not leave the other file beside it.
    else
      await interruptible(
        process,
        () => undefined,
        () => replace(file, text, there?.mode),
      );
  } catch (error) {
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** A file keeps its mode: whoever could not read the old one cannot read the new one, at any moment. */
async function replace(file: string, text: string, mode: number | undefined): Promise<void> {
  const beside = join(dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: "wx", ...(mode !== undefined && { mode: 0o600 }) });
    if (mode !== undefined) await chmod(beside, mode & 0o7777);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
