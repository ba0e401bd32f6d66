import { kindNames, kinds } from "../../../service/kinds";
import { camelCase, enumerations, numberLimits, pathsOfFilledLists, sidAttributes } from "./types";

/** The rules that constructs are checked by at synthesis, as TypeScript: type → property → rule. */
export function rulesFile(): string {
  const rules = new Map<string, Map<string, string[]>>();
  const add = (path: string, rule: string): void => {
    const at = path.lastIndexOf(".");
    const [type, property] = [path.slice(0, at), camelCase(path.slice(at + 1))];
    const properties = rules.get(type) ?? new Map<string, string[]>();
    rules.set(type, properties.set(property, [...(properties.get(property) ?? []), rule]));
  };
  for (const { words, attributes } of Object.values(enumerations)) {
    for (const path of attributes) add(path, `values: ${JSON.stringify(words)}`);
  }
  for (const kind of kindNames) {
    for (const path of sidAttributes[kind]) add(path, `kind: "${kind}"`);
  }
  for (const path of pathsOfFilledLists()) add(path, "isFilled: true");
  for (const [path, limits] of Object.entries(numberLimits)) add(path, `limits: ${JSON.stringify(limits)}`);

  const lines = [...rules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([type, properties]) =>
        `  "${type}": {\n${[...properties]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([property, parts]) => `    ${property}: { ${parts.join(", ")} },\n`)
          .join("")}  },\n`,
    );
  const kindLines = kindNames.map(
    (kind) => `  ${kind}: { prefix: "${kinds[kind].prefix}", title: "${kinds[kind].title}" },\n`,
  );
  return `
/** The kinds of object in an account. */
export const kinds = {
${kindLines.join("")}} as const;

/** What is known of the values of a property before Terraform runs. */
export interface Rule {
  readonly values?: readonly string[];
  readonly kind?: keyof typeof kinds;
  readonly isFilled?: boolean;
  readonly limits?: { readonly least: number; readonly most: number; readonly count: number };
}

/** By the type in Terraform, with \`data.\` before data sources, and by the property of the construct. */
export const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
${lines.join("")}};
`;
}
