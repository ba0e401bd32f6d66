import { kindNames, kinds } from "../../../service/kinds";
import type { Rule } from "../../../service/rules";
import { attributeRules, camelCase } from "./types";

/** The rules that constructs are checked by at synthesis, as TypeScript: type → property → rule. */
export function rulesFile(): string {
  const rules = new Map<string, Map<string, string>>();
  for (const [path, rule] of attributeRules) {
    const parts = partsOf(rule);
    if (parts.length === 0) continue;
    const at = path.lastIndexOf(".");
    const [type, property] = [path.slice(0, at), camelCase(path.slice(at + 1))];
    rules.set(type, (rules.get(type) ?? new Map()).set(property, parts.join(", ")));
  }
  const lines = [...rules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([type, properties]) =>
        `  "${type}": {\n${[...properties]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([property, parts]) => `    ${property}: { ${parts} },\n`)
          .join("")}  },\n`,
    );
  const kindLines = kindNames.map(
    (kind) => `  ${kind}: { prefix: "${kinds[kind].prefix}", title: "${kinds[kind].title}" },\n`,
  );
  return `
/** The kinds of object in an account. */
export const kinds = {
${kindLines.join("")}} as const;

/** The rules for the values of a property that can be checked before Terraform runs. */
export interface Rule {
  readonly values?: readonly string[];
  readonly kind?: keyof typeof kinds;
  readonly isFilled?: boolean;
  readonly limits?: { readonly count: number; readonly min: number; readonly max: number };
}

/** By the type in Terraform, with \`data.\` before data sources, and by the property of the construct. */
export const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
${lines.join("")}};
`;
}

/** The parts of a rule that a construct can check: its value may be a token, or contain some. */
function partsOf(rule: Rule): string[] {
  const { words, kind } = rule.item ?? rule;
  const isFilled = rule.type === "list" && rule.problem?.([]) !== undefined;
  return [
    ...(words === undefined ? [] : [`values: ${JSON.stringify(words)}`]),
    ...(kind === undefined ? [] : [`kind: "${kind}"`]),
    ...(isFilled ? ["isFilled: true"] : []),
    ...(rule.documented === undefined ? [] : [`limits: ${JSON.stringify(rule.documented)}`]),
  ];
}
