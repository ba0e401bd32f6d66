import { createHash } from "node:crypto";
import type { Kind } from "../../../../../service/kinds";
import { applicationFiles, type Library } from "../../../../project/application-files";
import type { ProjectFile, ProjectFiles } from "../../../../project/files";
import { copied, type PackageSource } from "../../../../project/package-source";
import {
  type Adoption,
  byKind,
  credentialsName,
  type Declaration,
  hasCredentials,
  inParts,
  partName,
  providerOf,
  type Variable,
} from "../../declaration";
import { isReferredTo } from "../../expressions";
import { type KindModule, kindModule } from "./kind-file";
import { codeText, collectionName, constructText, laidOut } from "./syntax";

const stackName = "monitoring";

/** The library, the account and the package of an application. */
interface Target {
  readonly library: Library;
  /** Determines the id of the project. */
  readonly accountSid: string;
  readonly source: PackageSource;
}

/**
 * An adoption as files of an application of CDK Terrain or CDKTF, by path. The same account gives the same files.
 */
export function typescriptProject(adoption: Adoption, target: Target): ProjectFiles {
  const { library } = target;
  const { declarations, variables } = adoption;
  const modules = [...byKind(declarations)].flatMap(([kind, ofKind]) => modulesOf(kind, ofKind, library));
  return new Map([
    ...packageFiles(target),
    ["main.ts", mainModule(adoption, modules, library)],
    ...(modules.length > 0 ? [["declared.ts", declaredModule(library)] as const] : []),
    ...modules.map(({ file, content }) => [`${file}.ts`, content] as const),
    ...(variables.length > 0 ? [["variables.ts", variablesModule(variables, library)] as const] : []),
    ["imports.ts", importsModule(declarations)],
  ]);
}

/** Kinds to which others refer stay one module, whose function returns them all. */
function modulesOf(
  kind: Kind,
  declarations: readonly Declaration[],
  library: Library,
): readonly KindModule[] {
  const parts = inParts(declarations);
  if (parts.length === 1 || isReferredTo(kind)) return [kindModule(kind, declarations, library)];
  return parts.map((part, index) => kindModule(kind, part, library, partName("", index, parts.length)));
}

function mainModule(adoption: Adoption, modules: readonly KindModule[], library: Library): string {
  const hasVariables = adoption.variables.length > 0;
  const { comment, version } = providerOf(adoption);
  const settings = version === undefined ? "" : `, { apiVersion: ${codeText(version)} }`;
  const imported = [
    ...modules.map(({ file, name }) => [file, name] as const),
    ["imports", "imports"] as const,
    ...(hasVariables ? [["variables", "declareVariables"] as const] : []),
  ].sort(([a], [b]) => (a < b ? -1 : 1));
  // CDK Terrain refuses write-only arguments if older versions of Terraform may run the code.
  const isChecked = library === "cdktn" && adoption.variables.some(({ secret }) => secret);
  const used = new Set(modules.flatMap(({ parameters }) => parameters));
  const calls = [
    ...(hasVariables ? ["const variables = declareVariables(this);"] : []),
    ...modules.map(({ kind, name, parameters }) => {
      const call = `${name}(${["this", ...parameters].join(", ")});`;
      return used.has(collectionName(kind)) ? `const ${collectionName(kind)} = ${call}` : call;
    }),
  ];
  return `import { App, TerraformStack } from "${library}";
import type { Construct } from "constructs";
import { RblmonitorProvider } from "rblmonitor/${library}";
${imported.map(([file, name]) => `import { ${name} } from "./${file}";\n`).join("")}
/** The monitoring account. */
class Monitoring extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // ${comment}
    new RblmonitorProvider(this, "rblmonitor"${settings});

${calls.map((call) => `    ${call}\n`).join("")}
    // Imported by the first apply. Delete these lines and imports.ts afterwards.
    const imported = Object.entries(imports).map(([to, id]) => ({ to, id }));
    if (imported.length > 0) this.addOverride("import", imported);
  }
}

const app = new App(${isChecked ? targets : ""});
new Monitoring(app, "${stackName}");
app.synth();
${hasCredentials(adoption) ? credentialFiles : ""}`;
}

/** The versions that support write-only arguments. */
const targets = `{ context: { targetVersions: { terraform: ">=1.11", opentofu: ">=1.11" } } }`;

/** The stack is made in another folder than the file. A pipeline may set the variables otherwise. */
const credentialFiles = `
// Terraform reads the credentials from the folder of the stack. Only you can read the copy.
declare function require(module: "node:fs"): {
  existsSync(file: string): boolean;
  copyFileSync(from: string, to: string): void;
};
const { existsSync, copyFileSync } = require("node:fs");
const credentials = "${credentialsName}";
if (existsSync(credentials)) copyFileSync(credentials, \`\${app.outdir}/stacks/${stackName}/\${credentials}\`);
`;

function importsModule(declarations: readonly Declaration[]): string {
  const members = declarations.map(({ kind, name, id }) => ({
    key: `"rblmonitor_${kind}.${name}"`,
    code: codeText(id),
  }));
  return `/** Imported by the first apply: SIDs by address. */
export const imports: Readonly<Record<string, string>> = ${laidOut({ members })};
`;
}

/** The files of the application other than its code, by path. */
function packageFiles({ library, accountSid, source }: Target): readonly ProjectFile[] {
  const settings = { name: stackName, library, source: source.specifier, projectId: projectId(accountSid) };
  return [...applicationFiles(settings), ...copied(source)];
}

/** An id in the form of a random one, which is the same for the same account. */
function projectId(accountSid: string): string {
  const digits = createHash("sha256").update(`cdktf project of ${accountSid}`).digest("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-4$3-8$4-$5");
}

/** The module by which tables become objects. */
const declaredModule = (library: Library) => `import type { TerraformElement } from "${library}";
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
function variablesModule(variables: readonly Variable[], library: Library): string {
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
