import { parseSync } from "@swc/core";

/** A change of one place in a file, which a test should notice. */
export interface Mutant {
  readonly line: number;
  readonly before: string;
  readonly after: string;
  /** The whole file with the change. */
  code(): string;
}

/** A node of swc's syntax tree, as far as mutants need it. */
type Node = { readonly [child in "left" | "right" | "test" | "argument"]?: Node } & {
  readonly type?: string;
  readonly span?: { readonly start: number; readonly end: number };
  readonly operator?: string;
  readonly value?: unknown;
};

/** Operators that are replaced by each other, and those that are only replaced. */
const swapped = ["=== !==", "< <=", "> >=", "&& ||", "+ -", "* /", "+= -="].map((pair) => pair.split(" "));
const replaced = [
  ["??", "&&"],
  ["%", "*"],
];
const operators = Object.fromEntries([...swapped, ...swapped.map((pair) => pair.toReversed()), ...replaced]);

/** All mutants of a file: other operators, numbers, flags and conditions, and statements that are left out. */
export function mutantsOf(code: string): readonly Mutant[] {
  const bytes = Buffer.from(code);
  const head = "0;";
  const tree = parseSync(head + code, { syntax: "typescript", target: "es2022" });
  // swc counts bytes, from the end of the file that it parsed before.
  const base = (tree.body[0]?.span.start ?? 0) + head.length;
  const textAt = (start: number, end: number) => bytes.subarray(start - base, end - base).toString();
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, change: (text: string) => string): void => {
    const before = textAt(start, end);
    const after = change(before);
    const line = textAt(base, start).split("\n").length;
    const mutated = () => textAt(base, start) + after + textAt(end, base + bytes.length);
    mutants.push({ line, before, after, code: mutated });
  };
  const visit = (node: Node): void => {
    const { type = "", span, operator = "", value, left, right, test, argument } = node;
    // Types do not run.
    if (/^(?:Ts(?!As|NonNull|Satisfies|ConstAssertion)|Import|ExportAll|ExportNamed)/.test(type)) return;
    const other = operators[operator];
    if (span && left?.span && right?.span && other !== undefined) {
      const [before, after] = [textAt(span.start, left.span.end), textAt(right.span.start, span.end)];
      // Without parentheses, ?? and && cannot be joined.
      if (operator === "??") add(span.start, span.end, () => `(${before} && ${after})`);
      else add(left.span.end, right.span.start, (text) => text.replace(operator, other));
    }
    if (span && type === "BooleanLiteral") add(span.start, span.end, () => String(!value));
    if (span && type === "NumericLiteral") add(span.start, span.end, () => String(Number(value) + 1));
    if (span && type === "ExpressionStatement") add(span.start, span.end, () => "{}");
    if (span && argument?.span && operator === "!") add(span.start, argument.span.start, () => "");
    if (test?.span && /^(?:If|Conditional)/.test(type))
      add(test.span.start, test.span.end, (text) => `!(${text})`);
    for (const child of Object.values(node).flat()) if (child instanceof Object) visit(child as Node);
  };
  for (const statement of tree.body.slice(1)) visit(statement as Node);
  return mutants;
}
