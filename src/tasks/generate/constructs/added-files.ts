import { type Kind, kinds } from "../../../service/kinds";
import type { Parameter, Signature } from "../../terraform/json";
import { camelCase, enumerations, enumerationsIn, pascalCase } from "./types";

/** The files that CDKTF's generator does not make: file name without `.ts` → code. */
export function addedFiles(functions: Readonly<Record<string, Signature>> = {}): Record<string, string> {
  return {
    enumerations: enumerationsFile(),
    references: referencesFile(),
    functions: functionsFile(functions),
  };
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
 * For each kind, the type of a reference to an object. It names the enumerations of a construct, such as
 * `Contact<ContactType, Schedule>`: a construct that is created in place of a reference would otherwise accept misspelt values.
 */
function referencesFile(): string {
  const words = new Set<string>();
  const construct = (name: string, path: string): string => {
    const taken = enumerationsIn(path);
    for (const word of taken) words.add(word);
    return taken.length === 0 ? name : `${name}<${taken.join(", ")}>`;
  };
  const imports = (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const file = kind.replaceAll("_", "-");
    return [
      `import type { DataRblmonitor${pascalCase(kind)} } from "./data-rblmonitor-${file}";\n`,
      `import type { ${pascalCase(kind)} } from "./${file}";\n`,
    ];
  });
  const types = (Object.keys(kinds) as Kind[]).map((kind) => {
    const { title, prefix } = kinds[kind];
    const name = pascalCase(kind);
    const declared = construct(name, `rblmonitor_${kind}`);
    const found = construct(`DataRblmonitor${name}`, `data.rblmonitor_${kind}`);
    return [
      `\n/** A ${title}: the construct that declares it or finds it, or its SID, \`${prefix}…\`. */\n`,
      `export type ${name}Reference = string | ${declared} | ${found};\n`,
    ].join("");
  });
  imports.push(`import type { ${[...words].sort().join(", ")} } from "./enumerations";\n`);
  return [...imports.sort(), ...types].join("");
}

/** For each of Terraform's types, the type in TypeScript, and the code that converts the result of a call to it. */
const TYPES: Readonly<Record<string, readonly [type: string, result: (call: string) => string]>> = {
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
 * The functions of the provider, which Terraform calls while it plans and applies. The stack needs a \`RblmonitorProvider\`.
 * They need Terraform 1.8 or OpenTofu 1.7.
 */
export class RblmonitorFunctions {${methods.join("")}}
`;
}

function method(name: string, signature: Signature): string {
  if (signature.variadic_parameter) throw new Error(`${name} has a variadic parameter`);
  const parameters = signature.parameters ?? [];
  const [type, result] = typeOf(signature.return_type);
  const given = parameters.map((one) => `${camelCase(one.name)}: ${typeOf(one.type)[0]}`).join(", ");
  const passed = parameters.map((one) => camelCase(one.name)).join(", ");
  return `
  /**
   * ${signature.summary}
   *
   * ${signature.description}
   *
${parameters.map(parameter).join("")}   */
  public static ${camelCase(name)}(${given}): ${type} {
    return ${result(`cdktf.call("provider::rblmonitor::${name}", [${passed}])`)};
  }
`;
}

const parameter = ({ name, description }: Parameter): string =>
  `   * @param ${camelCase(name)} ${description}\n`;

function typeOf(type: unknown): readonly [string, (call: string) => string] {
  const found = TYPES[JSON.stringify(type)];
  if (found === undefined) throw new Error(`No type for ${JSON.stringify(type)}`);
  return found;
}
