import type { Kind } from "../../../../service/kinds";
import { widthOf } from "../../../output/terminal";
import { commentOf, type Expression, type Item } from "../declaration";

/** How a language writes the parts of an expression. */
export interface Language {
  /** The mark before a comment that ends its line. */
  readonly comment: string;
  text(text: string): string;
  /** The id of a declared object. */
  reference(kind: Kind, name: string): string;
  variable(name: string): string;
}

/**
 * An expression in lines. The first comes behind the name of its argument. A list takes several lines if an item has a comment,
 * or if it is wider than that.
 */
export function valueLines(expression: Expression, language: Language, maxWidth: number): readonly string[] {
  if (expression.is !== "list") return [single(expression, language)];
  const items = expression.items.map((item) => ({ code: single(item, language), comment: commentOf(item) }));
  const line = `[${items.map(({ code }) => code).join(", ")}]`;
  if (widthOf(line) <= maxWidth && items.every(({ comment }) => comment === undefined)) return [line];
  // SIDs are of one length, so that comments behind them stand under each other by themselves.
  const lines = items.map(({ code, comment }) => `  ${code},${behind(comment, language)}`);
  return ["[", ...lines, "]"];
}

/** A comment behind code; empty without one. */
export function behind(comment: string | undefined, { comment: mark }: Language): string {
  return comment === undefined ? "" : ` ${mark} ${comment}`;
}

function single(item: Item, language: Language): string {
  switch (item.is) {
    case "text":
      return language.text(item.text);
    case "literal":
      return String(item.value);
    case "reference":
      return language.reference(item.kind, item.name);
    case "variable":
      return language.variable(item.variable.name);
  }
}
