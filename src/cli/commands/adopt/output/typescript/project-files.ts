import { createHash } from "node:crypto";
import { applicationFiles, type Library } from "../../../../project/application-files";
import type { ProjectFile } from "../../../../project/files";
import { copied, type PackageSource } from "../../../../project/package-source";
import type { Variable } from "../../declaration";
import { laidOut } from "./layout";
import { constructText } from "./syntax";

/** The stack of the application. */
export const stackName = "monitoring";

/** What an application is written for. */
export interface Target {
  readonly library: Library;
  /** Determines the id of the project. */
  readonly accountSid: string;
  readonly source: PackageSource;
}

/** The files of the application other than its code, by path. */
export function packageFiles({ library, accountSid, source }: Target): readonly ProjectFile[] {
  const settings = { name: stackName, library, source: source.specifier, projectId: projectId(accountSid) };
  return [...applicationFiles(settings), ...copied(source)];
}

/** An id in the form of a random one, which is the same for the same account. */
function projectId(accountSid: string): string {
  const digits = createHash("sha256").update(`cdktf project of ${accountSid}`).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-4$3-8$4-$5");
}

/** The module by which tables become objects. */
export const declaredModule = (library: Library) => `import type { TerraformElement } from "${library}";
import type { Construct } from "constructs";

/** The class of a construct. */
type Kind = new (scope: Construct, name: string, config: never) => TerraformElement;

/** Declares the objects of a table, each under the name that it has there. Terraform calls it by that name, too. */
export function declared<Class extends Kind, Name extends string>(
  scope: Construct,
  Class: Class,
  table: Readonly<Record<Name, ConstructorParameters<Class>[2]>>,
): Readonly<Record<Name, InstanceType<Class>>> {
  const objects = Object.entries(table).map(([name, config]) => {
    const object = new Class(scope, name, config as never);
    object.overrideLogicalId(name);
    return [name, object] as const;
  });
  return Object.fromEntries(objects) as Record<Name, InstanceType<Class>>;
}

/** The rows of a table with what all of them have. */
export function sharing<Common, Name extends string, Row>(
  common: Common,
  rows: Readonly<Record<Name, Row>>,
): Record<Name, Common & Row> {
  const whole = Object.entries<Row>(rows).map(([name, row]) => [name, { ...common, ...row }] as const);
  return Object.fromEntries(whole) as Record<Name, Common & Row>;
}
`;

/** The module of variables that users set. */
export function variablesModule(variables: readonly Variable[], library: Library): string {
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
  return `import { TerraformVariable } from "${library}";
import type { Construct } from "constructs";

/** Declares the values that this code does not contain. */
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
