import type { Expression } from "../../declaration";
import { hclText } from "./text";

const widest = 100;

/** An expression of HCL in lines; the first comes behind the equals sign. */
export function hclValue(expression: Expression): readonly string[] {
  if (expression.is !== "list") return [single(expression)];
  const items = expression.items.map((item) => ({ code: single(item), comment: commentOf(item) }));
  const line = `[${items.map(({ code }) => code).join(", ")}]`;
  if (line.length <= widest && items.every(({ comment }) => comment === undefined)) return [line];
  // SIDs are of one length, so that comments behind them stand under each other by themselves.
  const lines = items.map(({ code, comment }) => `  ${code},${comment === undefined ? "" : ` # ${comment}`}`);
  return ["[", ...lines, "]"];
}

/** The comment behind an expression, if it has one. */
export function commentOf(expression: Expression): string | undefined {
  return expression.is === "text" ? expression.comment : undefined;
}

function single(expression: Exclude<Expression, { is: "never" }>): string {
  switch (expression.is) {
    case "text":
      return hclText(expression.text);
    case "number":
      return String(expression.number);
    case "flag":
      return String(expression.flag);
    case "reference":
      return `rblmonitor_${expression.kind}.${expression.name}.id`;
    case "variable":
      return `var.${expression.name}`;
    case "list":
      return `[${expression.items.map(single).join(", ")}]`;
  }
}
