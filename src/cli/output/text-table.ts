import type { ObjectValue } from "../../terraform";
import { type Paint, padded, printable, type Style, widthOf } from "./terminal";

/** A column of a table: its title, and what stands in it for a row; nothing where a row has none. */
export interface Column<T> {
  readonly title: string;
  of(row: T): string | number | boolean | null | undefined;
  /** How a cell stands out. */
  paint?(row: T): Parameters<Paint>[0] | undefined;
}

/** The widest cell that is padded; what is wider pushes its row to the right. */
const widest = 60;

/** Rows as a table for people: texts from elsewhere cannot act on the terminal. A column in which no row has anything is left out. */
export function textTable<T>(columns: readonly Column<T>[], rows: readonly T[], paint: Paint): string {
  const filled = columns
    .map((column) => ({ column, cells: rows.map((row) => cellText(column.of(row))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const widths = filled.map(({ column, cells }) =>
    Math.min(widest, Math.max(...[column.title, ...cells].map(widthOf))),
  );
  const line = (texts: readonly string[], styled: (text: string, index: number) => string) =>
    texts
      .map((text, index) => {
        const isLast = index === texts.length - 1;
        return styled(text, index) + (isLast ? "" : padded("", (widths[index] ?? 0) - widthOf(text) + 2));
      })
      .join("")
      .trimEnd();
  const head = line(
    filled.map(({ column }) => column.title),
    (text) => paint("bold", text),
  );
  const body = rows.map((row, number) =>
    line(
      filled.map(({ cells }) => cells[number] ?? ""),
      (text, index) => {
        const style = filled[index]?.column.paint?.(row);
        return style === undefined ? text : paint(style, text);
      },
    ),
  );
  return [head, ...body].map((text) => `${text}\n`).join("");
}

function cellText(value: ReturnType<Column<unknown>["of"]>): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return printable(String(value));
}

/** The column of an attribute that is a text, a number or a flag; its title is the attribute's name unless given. */
export function columnOf(
  attribute: string,
  title = attribute.toUpperCase(),
  style?: Style,
): Column<ObjectValue> {
  return {
    title,
    of(object) {
      const value = object[attribute];
      return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
        ? value
        : null;
    },
    paint: () => style,
  };
}
