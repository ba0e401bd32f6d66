import type { Kind } from "../../../service/kinds";
import type { Value } from "../../../terraform/values/value";
import type { AccountContents } from "./account-contents";
import type { Expression } from "./declaration";
import { referenceAttributes } from "./tables";

/** What references are made of: the names of what is declared, by id, and what there is besides. */
export interface References {
  readonly contents: AccountContents;
  readonly names: ReadonlyMap<string, string>;
}

/** A value as code: sets in an order of their own, and SIDs of what is declared as references. */
export function expressionOf(
  kind: Kind,
  attribute: string,
  value: Value,
  references: References,
): Expression {
  const to = referenceAttributes(kind).get(attribute);
  const one = (item: Value) => itemOf(item, to, references);
  return Array.isArray(value) ? { is: "list", items: value.map(one).sort(inOrder) } : one(value);
}

function itemOf(value: Value, to: Kind | undefined, { contents, names }: References): Expression {
  if (typeof value === "boolean") return { is: "flag", flag: value };
  if (typeof value === "number") return { is: "number", number: value };
  const text = String(value);
  if (to === undefined) return { is: "text", text };
  const name = names.get(text);
  return name === undefined
    ? { is: "text", text, comment: contents.describe(to, text) }
    : { is: "reference", kind: to, name };
}

/** Numbers by size, references by name before what is not declared, and that as people read it. */
function inOrder(a: Expression, b: Expression): number {
  if (a.is === "number" && b.is === "number") return a.number - b.number;
  const [one, other] = [rank(a), rank(b)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function rank(expression: Expression): string {
  if (expression.is === "reference") return `0${expression.name}`;
  return expression.is === "text" ? `1${expression.comment ?? ""}\n${expression.text}` : "2";
}
