import type { ObjectValue } from "../../terraform";
import { ageText } from "./durations";
import { fitted, padded, printable, type Screen, type Style, shortenedTo, widthOf } from "./terminal";

/** A column of a table: its title, and the cell of a row; the cell is empty for null and undefined. */
export interface Column<T> {
  readonly title: string;
  of(row: T, screen: Screen): string | number | boolean | null | undefined;
  /** How a cell stands out. */
  paint?(row: T): Style | undefined;
  /** Whether the column is shown only where all columns are wanted. */
  readonly wide?: true;
  /** Whether it names the object of a row, so that the other columns are shortened first. */
  readonly isKey?: boolean;
  /** A cell for a column of that width, where cutting off its end would lose more. */
  short?(row: T, width: number): string;
}

/**
 * Rows as a table for people, no wider than the screen. Texts from elsewhere cannot act on the terminal. A column in which no
 * row has anything is left out.
 */
export function textTable<T>(columns: readonly Column<T>[], rows: readonly T[], screen: Screen): string {
  const filled = columns
    .filter(({ wide }) => wide !== true || screen.wide)
    .map((column) => ({ column, cells: rows.map((row) => cellText(column.of(row, screen))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const natural = filled.map(({ column, cells }) =>
    cells.reduce((width, cell) => Math.max(width, widthOf(cell)), widthOf(column.title)),
  );
  const widths = fitted(natural, screen.width, (index) => filled[index]?.column.isKey === true);
  const line = (texts: readonly string[], styled: (text: string, index: number) => string) =>
    texts
      .map((text, index) => styled(text, index) + padded("", (widths[index] ?? 0) - widthOf(text)))
      .join("  ")
      .trimEnd();
  const head = line(
    filled.map(({ column }, index) => shortenedTo(column.title, widths[index] ?? 0)),
    (text) => screen.paint("bold", text),
  );
  const body = rows.map((row, number) => {
    const texts = filled.map(({ column, cells }, index) => {
      const [cell = "", width = 0] = [cells[number], widths[index]];
      const isTooWide = widthOf(cell) > width && column.short !== undefined;
      return shortenedTo(isTooWide ? cellText(column.short?.(row, width)) : cell, width);
    });
    return line(texts, (text, index) => {
      const style = filled[index]?.column.paint?.(row);
      return style === undefined ? text : screen.paint(style, text);
    });
  });
  return [head, ...body].map((text) => `${text}\n`).join("");
}

function cellText(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return printable(String(value));
}

/** The column of an attribute that is a text, a number or a flag. */
export function columnOf(attribute: string, title = attribute.toUpperCase(), style?: Style) {
  return {
    title,
    of(object: ObjectValue) {
      const value = object[attribute];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? value
        : null;
    },
    paint: () => style,
  };
}

/** The column of the attribute that names an object. */
export function keyColumn(attribute: string): Column<ObjectValue> {
  return { ...columnOf(attribute), isKey: true };
}

/** A status, which stands out unless it is `active`. */
export const statusColumn: Column<ObjectValue> = {
  ...columnOf("status"),
  paint: ({ status }) => (status === "active" ? undefined : "yellow"),
};

export function ageColumn(attribute: string, title: string): Column<ObjectValue> {
  return { title, of: (object, { now }) => ageText(object[attribute], now) };
}

export function sidColumn(attribute = "id"): Column<ObjectValue> {
  return { ...columnOf(attribute, "SID", "dim"), wide: true };
}

/** The beginning and the last characters of a text that fit into that many columns: `https://hooks.ex…/7Kq`. */
export function endsWithin(text: string, width: number): string {
  const end = text.slice(-Math.min(6, Math.floor(width / 2)));
  return shortenedTo(text, width - widthOf(end)) + end;
}

/** As many names as fit into that many columns, and the number of others: `spam.bl, botnet.bl +3`. */
export function namesWithin(names: readonly string[], width: number): string {
  const more = (shown: number) => (names.length > shown ? ` +${names.length - shown}` : "");
  for (let shown = names.length; shown > 1; shown -= 1) {
    const text = names.slice(0, shown).join(", ") + more(shown);
    if (widthOf(text) <= width) return text;
  }
  return shortenedTo(names[0] ?? "", Math.max(1, width - more(1).length)) + more(1);
}
