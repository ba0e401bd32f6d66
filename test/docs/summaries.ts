import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";

/** A node of a syntax tree, as far as it is read here. */
interface Node {
  readonly type: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly [member: string]: unknown;
}

/**
 * The summaries of all diagnostics in the source below some folders, and one place of each. In a summary, `…` replaces
 * parts that are known only at run time.
 */
export function summariesIn(folders: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of files.filter((file) => file.endsWith(".ts") && !file.includes("generated")).sort()) {
      const file = join(folder, name);
      for (const summary of summariesOf(readFileSync(file, "utf8"))) found.set(summary, file);
    }
  }
  return found;
}

/** The summaries in a module. */
export function summariesOf(code: string): string[] {
  const module = parseSync(code, { syntax: "typescript" }) as unknown as Node;
  const bytes = Buffer.from(code);
  const textOf = ({ span }: Node): string =>
    bytes.subarray(span.start - module.span.start, span.end - module.span.start).toString();
  const nodes = [...within(module)];
  const named = new Map(nodes.flatMap(declared));
  const texts = nodes.flatMap((node) => summaryNodes(node, textOf)).flatMap((node) => textsOf(node, named));
  return [...new Set(texts.map((text) => text.replace(/…(?: ?…)+/g, "…")))];
}

/** The expressions that are the summary of a diagnostic: the first of two arguments, or a member next to `detail`. */
function summaryNodes(node: Node, textOf: (node: Node) => string): Node[] {
  const { arguments: given } = node as { arguments?: unknown };
  const args = (Array.isArray(given) ? given : []).map(({ expression }: { expression: Node }) => expression);
  if (node.type === "NewExpression")
    return /^DiagnosticError$/.test(textOf(node.callee as Node)) ? args.slice(0, 1) : [];
  if (node.type === "CallExpression") {
    const callee = textOf(node.callee as Node);
    return args.length > 1 && /iagnostics\.(?:error|warning)$/.test(callee) ? args.slice(0, 1) : [];
  }
  if (node.type !== "ObjectExpression") return [];
  const members = new Map(
    (node.properties as readonly Node[]).map((each): [unknown, Node] =>
      each.type === "KeyValueProperty" ? [(each.key as Node).value, each.value as Node] : [each.value, each],
    ),
  );
  const summary = members.get("summary");
  return summary !== undefined && members.has("detail") ? [summary] : [];
}

/** What a node declares: a variable by its value, a function by what it returns. */
function declared(node: Node): [string, Node][] {
  if (node.type === "FunctionDeclaration")
    return [...within(node.body)].flatMap((each) =>
      each.type === "ReturnStatement"
        ? [[(node.identifier as Node).value as string, each.argument as Node] as [string, Node]]
        : [],
    );
  if (node.type !== "VariableDeclarator" || !node.init) return [];
  const target = node.id as Node;
  const first = target.type === "ArrayPattern" ? (target.elements as readonly (Node | null)[])[0] : target;
  return first?.type === "Identifier" ? [[first.value as string, node.init as Node]] : [];
}

/** The texts that an expression may have; none for one that passes on the summary of another diagnostic. */
function textsOf(node: Node, named: ReadonlyMap<string, Node>, seen: readonly Node[] = []): string[] {
  if (seen.includes(node)) return [];
  const texts = (each: unknown): string[] => textsOf(each as Node, named, [...seen, node]);
  const reference = (name: unknown): string[] =>
    named.has(name as string) ? texts(named.get(name as string)) : [];
  switch (node.type) {
    case "StringLiteral":
      return [node.value as string];
    case "TemplateLiteral": {
      const parts = (node.quasis as readonly Node[]).map(({ cooked }) => cooked as string);
      const values = (node.expressions as readonly Node[]).map((each) =>
        each.type === "ConditionalExpression" ? texts(each) : ["…"],
      );
      return values.reduce<string[]>(
        (before, options, index) =>
          before.flatMap((text) => options.map((option) => text + option + parts[index + 1])),
        [parts[0] ?? ""],
      );
    }
    case "ConditionalExpression":
      return [...texts(node.consequent), ...texts(node.alternate)];
    case "ParenthesisExpression":
    case "TsAsExpression":
    case "TsSatisfiesExpression":
    case "TsConstAssertion":
      return texts(node.expression);
    case "ArrayExpression":
      return (node.elements as readonly { expression: Node }[])
        .slice(0, 1)
        .flatMap(({ expression }) => texts(expression));
    case "ObjectExpression":
      return (node.properties as readonly Node[]).flatMap((each) => texts(each.value));
    case "Identifier":
      return reference(node.value);
    case "CallExpression":
      return (node.callee as Node).type === "Identifier" ? reference((node.callee as Node).value) : [];
    case "MemberExpression":
      return (node.property as Node).type === "Computed" ? texts(node.object) : [];
    default:
      return [];
  }
}

function* within(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value) && typeof (value as Node).type === "string") yield value as Node;
  for (const [name, member] of Object.entries(value)) if (name !== "span") yield* within(member);
}
