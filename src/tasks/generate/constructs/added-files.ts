import { kindNames, kinds } from "../../../service/kinds";
import type { Rule } from "../../../service/rules";
import { named } from "../../named";
import type { Signature } from "../../real-terraform/json";
import { attributeRules, camelCase, enumerations, pascalCase } from "./types";

/**
 * The files that CDKTF's generator does not make: file name without `.ts` → code.
 *
 * @param constructs the code of each construct, by the name of its file
 */
export function addedFiles(
  functions: Readonly<Record<string, Signature>> = {},
  constructs: ReadonlyMap<string, string>,
): Record<string, string> {
  return {
    enumerations: enumerationsFile(),
    references: referencesFile(),
    rules: rulesFile(),
    functions: functionsFile(functions),
    constructs: constructsFile(constructs),
  };
}

/** Exports every construct with its configuration and its nested objects. */
function constructsFile(constructs: ReadonlyMap<string, string>): string {
  return [...constructs]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, code]) => {
      const names = [...code.matchAll(/^export (class|interface) (\w+)/gm)].map(([, sort, name]) =>
        sort === "interface" ? `type ${name}` : `${name}`,
      );
      return `export { ${names.join(", ")} } from "./${file}";\n`;
    })
    .join("");
}

/** The types of the enumerations. Each is a union of its values. */
function enumerationsFile(): string {
  return Object.entries(enumerations)
    .map(([name, { description, words }]) => {
      const union = words.map((word) => `\n  | ${JSON.stringify(word)}`).join("");
      return `\n/** ${description} */\nexport type ${name} =${union};\n`;
    })
    .join("");
}

/**
 * For each kind, the type of a reference to an object. It names no class, because the classes of another copy of this package,
 * as a workspace may have, are different types.
 */
function referencesFile(): string {
  return kindNames
    .map((kind) => {
      const { title, prefix } = kinds[kind];
      const construct = `{ readonly id: string; readonly terraformResourceType: "rblmonitor_${kind}" }`;
      return `
/** A ${title}: the construct that declares it or finds it, or its SID, \`${prefix}…\`. */
export type ${pascalCase(kind)}Reference = string | ${construct};
`;
    })
    .join("");
}

/** For each of Terraform's types, the type in TypeScript, and the code that converts the result of a call to it. */
const resultTypes: Readonly<Record<string, readonly [type: string, result: (call: string) => string]>> = {
  '"string"': ["string", (call) => `cdktf.Token.asString(${call})`],
  '"bool"': ["cdktf.IResolvable", (call) => call],
  '["list","string"]': ["string[]", (call) => `cdktf.Token.asList(${call})`],
};

/**
 * The provider's functions as static methods of a class.
 *
 * @throws Error for a type that the table above lacks
 */
function functionsFile(functions: Readonly<Record<string, Signature>>): string {
  const methods = Object.keys(functions)
    .sort()
    .map((name) => method(name, functions[name] as Signature));
  return `import * as cdktf from 'cdktf';

/**
 * The provider whose function is called: its construct, with or without an alias, or its local name in
 * \`required_providers\`. Functions do not depend on the configuration of the provider, so an alias changes nothing.
 */
export type FunctionProvider = cdktf.TerraformProvider | string;

/** The full name of a function. */
function called(name: string, provider: FunctionProvider = "rblmonitor"): string {
  const local = typeof provider === "string" ? provider : provider.terraformResourceType;
  return \`provider::\${local}::\${name}\`;
}

/**
 * The functions of the provider. Terraform calls them while it plans and applies. The stack needs a
 * \`RblmonitorProvider\`. Functions require Terraform 1.8 or OpenTofu 1.7.
 *
 * @example
 * \`\`\`ts
 * const hosts = RblmonitorFunctions.expandSubnet("192.0.2.0/29");
 * new HostFleet(stack, "pool", { hosts, profile: hourly, contactGroups: [postmasters] });
 * \`\`\`
 */
export class RblmonitorFunctions {${methods.join("")}}
`;
}

function method(name: string, signature: Signature): string {
  const parameters = signature.parameters ?? [];
  const [type, result] = named(resultTypes, JSON.stringify(signature.return_type));
  const typed = parameters.map(
    (each) => `${camelCase(each.name)}: ${named(resultTypes, JSON.stringify(each.type))[0]}`,
  );
  const passed = parameters.map((each) => camelCase(each.name)).join(", ");
  const described = parameters.map((each) => `   * @param ${camelCase(each.name)} ${each.description}\n`);
  return `
  /**
   * ${signature.summary}
   *
   * ${signature.description?.replaceAll("\n", "\n   * ")}
   *
${described.join("")}   * @param provider The provider, if its local name is not \`rblmonitor\`.
   */
  public static ${camelCase(name)}(${typed.join(", ")}, provider?: FunctionProvider): ${type} {
    return ${result(`cdktf.call(called("${name}", provider), [${passed}])`)};
  }
`;
}

/** The rules that constructs are checked by at synthesis, as TypeScript: type → property → rule. */
function rulesFile(): string {
  const rules: Record<string, Record<string, object>> = {};
  for (const [path, rule] of attributeRules) {
    const checked = checkedParts(rule);
    const at = path.lastIndexOf(".");
    const [type, property] = [path.slice(0, at), camelCase(path.slice(at + 1))];
    if (Object.keys(checked).length > 0) rules[type] = { ...rules[type], [property]: checked };
  }
  const titles = kindNames.map((kind) => [kind, { prefix: kinds[kind].prefix, title: kinds[kind].title }]);
  return `
/** The kinds of object in an account. */
export const kinds = ${JSON.stringify(Object.fromEntries(titles), undefined, 2)} as const;

/** The rules for the values of a property that can be checked before Terraform runs. */
export interface Rule {
  readonly values?: readonly string[];
  readonly kind?: keyof typeof kinds;
  readonly isFilled?: boolean;
  readonly limits?: { readonly count: number; readonly min: number; readonly max: number };
}

/** By the type in Terraform, with \`data.\` before data sources, and by the property of the construct. */
export const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = ${JSON.stringify(rules, undefined, 2)};
`;
}

/** The parts of a rule that a construct can check: its value may be a token, or contain some. */
function checkedParts(rule: Rule): object {
  const { words, kind } = rule.item ?? rule;
  const isFilled = rule.type === "list" && rule.problem?.([]) !== undefined;
  return {
    ...(words && { values: words }),
    ...(kind && { kind }),
    ...(isFilled && { isFilled }),
    ...(rule.documented && { limits: rule.documented }),
  };
}
