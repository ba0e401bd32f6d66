import type { Kind } from "../../../service/kinds";
import { widthOf } from "../../output/terminal";

/** How a language writes the parts of a value. */
export interface Language {
  /** The mark before a comment that ends its line. */
  readonly comment: string;
  text(text: string): string;
  /** A text that only Terraform may check: the library would refuse it. */
  unchecked(text: string): string;
  /** The id of a declared object. */
  reference(kind: Kind, name: string): string;
  variable(name: string): string;
}

/** A value that the code does not contain: one that the API does not return, or a credential. */
export interface Variable {
  readonly name: string;
  readonly description: string;
  /** A type as Terraform writes it. */
  readonly type: string;
  /** A credential: its value, which stands in the file of credentials alone. */
  readonly value?: string;
}

/** A value without parts, as code of any language. */
export interface Item {
  code(language: Language): string;
  readonly comment?: string;
  /** The variable, or the kind of the declared object, that it names. */
  readonly uses?: Variable | Kind;
}

export type Expression = Item | readonly Item[];

/** An argument of a block, or a member of an object. */
export interface Argument {
  /** As Terraform calls it. */
  readonly name: string;
  readonly value: Expression;
}

export function textItem(text: string): Item {
  return { code: (language) => language.text(text) };
}

/**
 * An expression in lines. The first comes behind the name of its argument. A list takes several lines if an item has a comment,
 * or if it is wider than that.
 */
export function valueLines(expression: Expression, language: Language, maxWidth: number): readonly string[] {
  if ("code" in expression) return [expression.code(language)];
  const line = `[${expression.map((item) => item.code(language)).join(", ")}]`;
  if (widthOf(line) <= maxWidth && expression.every(({ comment }) => comment === undefined)) return [line];
  // SIDs are of one length, so that comments behind them stand under each other by themselves.
  const lines = expression.map((item) => `  ${item.code(language)},${commentBehind(item, language)}`);
  return ["[", ...lines, "]"];
}

/** The comment behind a value; empty without one. */
export function commentBehind(value: Expression, { comment: mark }: Language): string {
  return "code" in value && value.comment !== undefined ? ` ${mark} ${value.comment}` : "";
}
