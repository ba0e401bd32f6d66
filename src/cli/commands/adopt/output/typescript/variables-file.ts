import type { Variable } from "../../declaration";
import { laidOut } from "./layout";
import { constructText } from "./text";

/** The module of what only people can tell. */
export function variablesModule(variables: readonly Variable[]): string {
  const members = variables.map(({ name, description, type, secret }) => ({
    key: name,
    code: secret
      ? { call: "secretArgs", arguments: ["scope", `"${name}"`, constructText(description)] }
      : {
          call: "new TerraformVariable",
          arguments: [
            "scope",
            `"${name}"`,
            {
              members: [
                { key: "type", code: `"${type}"` },
                { key: "description", code: constructText(description) },
              ],
            },
          ],
        },
  }));
  return `import { TerraformVariable } from "cdktf";
import type { Construct } from "constructs";

/** Declares what the service does not tell. */
export function declareVariables(scope: Construct) {
  return ${laidOut({ members }, "  ", "  return ".length)};
}

export type Variables = ReturnType<typeof declareVariables>;
${variables.some(({ secret }) => secret) ? secretArgs : ""}`;
}

const secretArgs = `
/** A map of texts that may be left unset, and reaches neither plan nor state. */
function secretArgs(scope: Construct, name: string, description: string) {
  const variable = new TerraformVariable(scope, name, { type: "map(string)", description, sensitive: true });
  variable.addOverride("default", null);
  variable.addOverride("ephemeral", true);
  return variable;
}
`;
