import { printableText } from "../../../../service/printable-text";
import { shortenedTo } from "../../../output/terminal";

/** How wide a letter is on average in units of a drawing, rather more than less: fonts differ. */
export const letters = { title: 8.4, detail: 7.2 };

/** As much of a text as fits into that many units. */
export function fitting(text: string, room: number, letter: number): string {
  return shortenedTo(printableText(text), Math.floor(room / letter));
}

/** A coordinate with one digit. */
export function round(number: number): number {
  return Math.round(number * 10) / 10;
}
