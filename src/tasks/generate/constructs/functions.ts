import type { Parameter, Signature } from "../../terraform/json";
import { camelCase } from "./types";

/** Terraform's types as TypeScript writes them, and how a call's result becomes one of them. */
const TYPES: Readonly<Record<string, readonly [type: string, result: (call: string) => string]>> = {
  '"string"': ["string", (call) => `cdktf.Token.asString(${call})`],
  '"bool"': ["cdktf.IResolvable", (call) => call],
  '["list","string"]': ["string[]", (call) => `cdktf.Token.asList(${call})`],
};

/**
 * The provider's functions as static methods of a class, which CDKTF's generator leaves out.
 *
 * @throws Error for a type that the table above lacks
 */
export function functionsFile(functions: Readonly<Record<string, Signature>>): string {
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
