import type { Kind } from "../../../../../service/kinds";
import type { Library } from "../../../../project/application-files";
import type { ProjectFiles } from "../../../../project/files";
import {
  type Adoption,
  byKind,
  credentialsName,
  type Declaration,
  hasCredentials,
  inParts,
  partName,
  providerOf,
} from "../../declaration";
import { isReferredTo } from "../../tables";
import { type KindModule, kindModule } from "./kind-file";
import { laidOut } from "./layout";
import { declaredModule, packageFiles, stackName, type Target, variablesModule } from "./project-files";
import { codeText, collectionName } from "./syntax";

/**
 * An adoption as files of an application of CDK Terrain or CDKTF, by path. The same account gives the same files.
 */
export function typescriptProject(adoption: Adoption, target: Target): ProjectFiles {
  const { library } = target;
  const { declarations, variables } = adoption;
  const modules = [...byKind(declarations)].flatMap(([kind, found]) => modulesOf(kind, found, library));
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
  const packages = [
    [library, "App, TerraformStack"],
    [`rblmonitor/${library}`, "RblmonitorProvider"],
  ].sort();
  // CDK Terrain refuses write-only arguments if older versions of Terraform may run the code.
  const isChecked = library === "cdktn" && adoption.variables.some(({ secret }) => secret);
  const used = new Set(modules.flatMap(({ given }) => given));
  const calls = [
    ...(hasVariables ? ["const variables = declareVariables(this);"] : []),
    ...modules.map(({ kind, name, given }) => {
      const call = `${name}(${["this", ...given].join(", ")});`;
      return used.has(collectionName(kind)) ? `const ${collectionName(kind)} = ${call}` : call;
    }),
  ];
  return `${packages.map(([name, names]) => `import { ${names} } from "${name}";\n`).join("")}import type { Construct } from "constructs";
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

const app = new App(${isChecked ? TARGETS : ""});
new Monitoring(app, "${stackName}");
app.synth();
${hasCredentials(adoption) ? credentialFiles : ""}`;
}

/** The versions that support write-only arguments. */
const TARGETS = `{ context: { targetVersions: { terraform: ">=1.11", opentofu: ">=1.11" } } }`;

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
