import type { Readable } from "node:stream";
import { styleText } from "node:util";
import { shownText } from "../../service/shown-text";
import type { InterruptSource } from "../interrupt";

export { shownText as printable };

/** How text stands out. */
export type Style = "bold" | "dim" | "red" | "green" | "yellow";

/** Text in a style, or the text alone where nobody would see it. */
export type Paint = (style: Style, text: string) => string;

/** Styles for a stream: on a terminal, unless NO_COLOR is set (https://no-color.org). */
export function paintFor({ isTTY }: Output, env: NodeJS.ProcessEnv): Paint {
  const isPlain = isTTY !== true || Boolean(env.NO_COLOR) || env.TERM === "dumb";
  return isPlain ? plain : (style, text) => styleText(style, text, { validateStream: false });
}

/** Text without any style. */
export const plain: Paint = (_style, text) => text;

/** One line that tells how far a command is, rewritten as it goes on. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

/** Progress for people: on a terminal and not in CI, where it would fill a log. */
export function progressOn(stream: Output, env: NodeJS.ProcessEnv): Progress {
  const isSilent = stream.isTTY !== true || Boolean(env.CI) || env.TERM === "dumb";
  if (isSilent) return { show: () => undefined, clear: () => undefined };
  let isShown = false;
  return {
    show(text) {
      const width = (stream.columns || 80) - 1;
      stream.write(`\r\u001b[2K${[...text].slice(0, width).join("")}`);
      isShown = true;
    },
    clear() {
      if (isShown) stream.write("\r\u001b[2K");
      isShown = false;
    },
  };
}

/** Paragraphs from elsewhere as they may be shown: their line breaks stay, and all else is {@link printable}. */
export function printableParagraphs(text: string): string {
  return text.split("\n").map(shownText).join("\n");
}

/** How many columns a text takes on a terminal; nearly, since terminals differ about emoji. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}|\u200c|\u200d/u.test(character)) continue;
    width +=
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/** The text with spaces behind it, as wide as that many columns at least. */
export function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** A stream that may be a terminal. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The process that a command runs in, as far as it is concerned. */
export interface Surroundings extends InterruptSource {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}
