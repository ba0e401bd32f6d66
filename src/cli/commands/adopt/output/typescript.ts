import { type Kind, kinds } from "../../../../service/kinds";
import { applicationFiles, type Library, stackName } from "../../../project/application-files";
import type { ProjectFile, ProjectFiles } from "../../../project/files";
import { credentialsName } from "../../../project/git-ignore";
import type { PackageSource } from "../../../project/package-source";
import type { Adoption } from "../adoption";
import {
  byKind,
  type Declaration,
  itemsIn,
  kindsInOrder,
  providerOf,
  textItem,
  type Variable,
} from "../declaration";
import { isReferredTo } from "../expressions";
import { credentialsFile } from "./hcl";
import { functionHead, member, namesOf, row } from "./typescript-syntax";

/** An adoption as files of an application of CDK Terrain or CDKTF, by path. */
export function typescriptProject(adoption: Adoption, library: Library, source: PackageSource): ProjectFiles {
  const { declarations, variables } = adoption;
  const credentials = credentialsFile(adoption);
  const modules = [...byKind(declarations)].map(([kind, ofKind]) => kindModule(kind, ofKind, library));
  return new Map<string, ProjectFile[1]>([
    ...applicationFiles(library, source.specifier),
    ...source.files,
    ["main.ts", mainModule(adoption, modules, library)],
    ["declared.ts", declaredModule(library)],
    ...modules.map(({ file, content }) => [`${file}.ts`, content] as const),
    ...(variables.length > 0 ? [["variables.ts", variablesModule(variables, library)] as const] : []),
    ["imports.ts", importsModule(declarations)],
    ...(credentials === "" ? [] : [[credentialsName, credentials] as const]),
  ]);
}

/**
 * The objects of a kind as a module: one function that declares them, given what they refer to. `parameters` are those of the
 * function after the scope.
 */
function kindModule(kind: Kind, declarations: readonly Declaration[], library: Library) {
  const { collection, construct, file, scope, type } = namesOf(kind);
  const name = `declare${type}`;
  const used = usedBy(declarations);
  const types = used.map((each) => [each.file, `type { ${each.type} }`] as const);
  const parameters = used.map((each) => `${each.collection}: ${each.type}`);
  const content = `import { Construct } from "constructs";
import { ${construct} } from "rblmonitor/${library}";
${importLines([["declared", "{ declared }"], ...types])}
/** Declares the ${kinds[kind].plural}, each under its name in Terraform. */
${functionHead(name, ["scope: Construct", ...parameters])}
  return declared(new Construct(scope, "${scope}"), ${construct}, {
${declarations.map(({ name, arguments: reported }) => row(name, reported)).join("")}  });
}
${isReferredTo(kind) ? `\nexport type ${type} = ReturnType<typeof ${name}>;\n` : ""}`;
  return { file, name, collection, parameters: used.map((each) => each.collection), content };
}

/** Imports of other modules of the application. */
function importLines(modules: readonly (readonly [file: string, imported: string])[]): string {
  const sorted = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([file, imported]) => `import ${imported} from "./${file}";\n`).join("");
}

const variables = { collection: "variables", type: "Variables", file: "variables" };

/** The collections to which declarations refer. */
function usedBy(declarations: readonly Declaration[]) {
  const used = new Set(
    itemsIn(declarations).map(({ uses }) => (typeof uses === "object" ? variables : uses)),
  );
  const collections = kindsInOrder.filter((kind) => used.has(kind)).map(namesOf);
  return used.has(variables) ? [...collections, variables] : collections;
}

function mainModule(adoption: Adoption, modules: readonly ReturnType<typeof kindModule>[], library: Library) {
  const hasVariables = adoption.variables.length > 0;
  const { comment, version } = providerOf(adoption);
  const settings = version === undefined ? "" : `, { apiVersion: "${version}" }`;
  const functions = modules.map(({ file, name }) => [file, `{ ${name} }`] as const);
  if (hasVariables) functions.push(["variables", "{ declareVariables }"]);
  const used = new Set(modules.flatMap(({ parameters }) => parameters));
  const calls = [
    ...(hasVariables ? ["const variables = declareVariables(this);"] : []),
    ...modules.map(({ collection, name, parameters }) => {
      const call = `${name}(${["this", ...parameters].join(", ")});`;
      return used.has(collection) ? `const ${collection} = ${call}` : call;
    }),
  ];
  const copies = adoption.variables.some(({ value }) => value !== undefined);
  return `${copies ? 'import { copyFileSync, existsSync } from "node:fs";\n' : ""}import { App, TerraformStack } from "${library}";
import type { Construct } from "constructs";
import { RblmonitorProvider } from "rblmonitor/${library}";
${importLines([["imports", "{ imports }"], ...functions])}
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

const app = new App();
new Monitoring(app, "${stackName}");
app.synth();
${copies ? copiedCredentials : ""}`;
}

/** The stack is made in another folder than the file. A pipeline may set the variables otherwise. */
const copiedCredentials = `
// Terraform reads the credentials from the folder of the stack. Only you can read the copy.
const credentials = "${credentialsName}";
if (existsSync(credentials)) copyFileSync(credentials, \`\${app.outdir}/stacks/${stackName}/\${credentials}\`);
`;

function importsModule(declarations: readonly Declaration[]): string {
  const lines = declarations.map(({ kind, name, id }) =>
    member({ name: `"rblmonitor_${kind}.${name}"`, value: textItem(id) }, "  "),
  );
  return `/** Imported by the first apply: SIDs by address. */
export const imports: Readonly<Record<string, string>> = {
${lines.join("")}};
`;
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
`;

/** The module of variables that users set. */
function variablesModule(variables: readonly Variable[], library: Library): string {
  const rows = variables.map(({ name, description, type }) =>
    row(name, [
      { name: "type", value: textItem(type) },
      { name: "description", value: textItem(description) },
    ]),
  );
  return `import { TerraformVariable } from "${library}";
import type { Construct } from "constructs";
import { declared } from "./declared";

/** Declares the values that this code does not contain. */
export function declareVariables(scope: Construct) {
  return declared(scope, TerraformVariable, {
${rows.join("")}  });
}

export type Variables = ReturnType<typeof declareVariables>;
`;
}
