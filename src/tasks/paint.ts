import { styleText } from "node:util";

/** Text in a style, where standard output is a terminal that wants it; else the plain text. */
export function paint(style: Parameters<typeof styleText>[0], text: string): string {
  return coloured() ? styleText(style, text) : text;
}

/** Whether standard output is a terminal that shows colours (https://no-color.org). */
export function coloured(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}
