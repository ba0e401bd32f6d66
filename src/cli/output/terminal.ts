import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { printableText } from "../../service/printable-text";
import type { InterruptSource } from "../interrupt";

export { printableText as printable };

export type Style = "bold" | "dim" | "red" | "green" | "yellow";

/** Text in a style, or the text alone if the output shows no styles. */
export type Paint = (style: Style, text: string) => string;

/** Styles for a stream: on a terminal, unless NO_COLOR is set (https://no-color.org). */
export function paintFor({ isTTY }: Output, env: NodeJS.ProcessEnv): Paint {
  const isPlain = isTTY !== true || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return isPlain ? plain : (style, text) => styleText(style, text, { validateStream: false });
}

const plain: Paint = (_style, text) => text;

/** The place where texts for people are shown. */
export interface Screen {
  readonly paint: Paint;
  /** Columns of the terminal; undefined where nothing is shortened, as on a pipe. */
  readonly width?: number | undefined;
  /** Whether tables have all their columns. */
  readonly wide?: boolean | undefined;
  /** Milliseconds since 1970, for ages. */
  readonly now: number;
}

/** The screen behind a stream. With all columns, nothing is shortened. */
export function screenFor(output: Output, env: NodeJS.ProcessEnv, wide = false): Screen {
  const width = wide ? undefined : columnsOf(output);
  return { paint: paintFor(output, env), width, wide, now: Date.now() };
}

/** The columns of a terminal; undefined for another output. */
export function columnsOf({ isTTY, columns }: Output): number | undefined {
  return isTTY === true ? columns || 80 : undefined;
}

/** A file, in which nothing is shortened and nothing has a style. */
export const plainScreen = { paint: plain, now: 0 } as const satisfies Screen;

/** A word as a shell takes it. */
export function shellWord(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${printableText(word).replaceAll("'", "'\\''")}'`;
}

const asciiOnly = /^[ -~]*$/;

/** How many columns a text takes on a terminal; nearly, since terminals differ about emoji. */
export function widthOf(text: string): number {
  if (asciiOnly.test(text)) return text.length;
  const shown = text.replace(/[\p{Mn}\u200c\u200d]/gu, "");
  return [...shown].length + (shown.match(wideCharacters)?.length ?? 0);
}

/** Characters that take two columns. */
const wideCharacters =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

/** The text with spaces behind it, as wide as that many columns at least. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** The text, no wider than that many columns: `…` replaces the rest. */
export function shortenedTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (asciiOnly.test(text)) return `${text.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
  // Creating it takes time, and few texts need it.
  const segments = new Intl.Segmenter("en", { granularity: "grapheme" });
  let short = "";
  let room = width - 1;
  for (const { segment } of segments.segment(text)) {
    room -= widthOf(segment);
    if (room < 0) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}

/** No column becomes narrower. */
const minWidth = 6;

/**
 * The widths of columns with two spaces between them, so that all fit: the widest give first.
 * @param isKey whether a column gives only after all others, as it identifies the row
 */
export function fitted(
  natural: readonly number[],
  width: number | undefined,
  isKey: (index: number) => boolean = () => false,
): number[] {
  const widths = [...natural];
  if (width === undefined) return widths;
  let excess = widths.reduce((sum, each) => sum + each, 0) + 2 * (widths.length - 1) - width;
  while (excess > 0) {
    const spare = widths.map((each, index) => (each - minWidth) * (isKey(index) ? Number.EPSILON : 1));
    const max = Math.max(...spare);
    if (max <= 0) break;
    const widest = spare.indexOf(max);
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

/** A stream that may be a terminal. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The parts of its process that a command uses. */
export interface ProcessContext extends InterruptSource {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}
