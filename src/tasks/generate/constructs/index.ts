import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { ProviderSchema as CdktfSchemas } from "@cdktf/commons";
import { inTemporaryFolder } from "../../../cli/project/folders";
import { pascalCase } from "../../../provider/text";
import { sourceAddress, version, versionRange } from "../../../provider/version";
import { filesAt } from "../../files";
import { byName } from "../../named";
import type { Attribute, Attributes, ProviderSchemas } from "../../real-terraform/json";
import { type DocsEntry, entriesOf } from "../docs/entry";
import { addedFiles } from "./added-files";
import { typedConstruct } from "./typed";
import { deprecationOf, kindReferredTo } from "./types";

/**
 * The generator that works for CDKTF drops ephemeral resources, so they pass as resources with this prefix. The class is
 * then named as that of a data source, `EphemeralRblmonitorManualCheck`.
 */
const ephemeralPrefix = "rblmonitor_ephemeral_";

/** How the paths of attributes in types.ts begin, before the name of the type. Other sorts have no constructs. */
const prefixes: Readonly<Partial<Record<DocsEntry["sort"], string>>> = {
  provider: "",
  resource: "",
  "data source": "data.",
  "ephemeral resource": "ephemeral.",
};

const generatedFolder = "lib/generated";

/**
 * The constructs of a provider, made by CDKTF's own generator, with the types and functions that it leaves out. Needs
 * neither terraform nor a network. The order of the attributes in the schema does not change the result.
 *
 * @param schemas the output of `terraform providers schema -json`
 * @returns path → content
 */
export async function generateConstructs(schemas: ProviderSchemas): Promise<Map<string, string>> {
  const entries = entriesOf(schemas);
  const constructs = await Promise.all(entries.filter(({ sort }) => sort in prefixes).map(constructOf));
  const schemasOf = (...sorts: readonly DocsEntry["sort"][]) =>
    constructs.filter(({ sort }) => sorts.includes(sort)).map(({ type, schema }) => [type, schema] as const);
  const plain = await plainConstructs({
    provider: constructs[0]?.schema,
    resource_schemas: Object.fromEntries(byName(schemasOf("resource", "ephemeral resource"))),
    data_source_schemas: Object.fromEntries(schemasOf("data source")),
  });
  if (constructs.length !== plain.size) throw new Error("The generator made other constructs than expected");
  const typed = constructs.map(({ construct }): [file: string, code: string] => [
    construct.file,
    typedConstruct(plain.get(construct.file) ?? "", construct),
  ]);
  const signatures = entries.flatMap(({ name, signature }) =>
    signature ? [[name, signature] as const] : [],
  );
  const all = constructs.map(({ construct }) => construct);
  const files = [...typed, ...Object.entries(addedFiles(signatures, all, new Map(typed)))];
  return new Map(files.map(([name, code]) => [`${generatedFolder}/${name}.ts`, headed(code)]));
}

/**
 * The class that the generator makes for an entry, and its schema for the generator. This ignores deprecations, write-only
 * arguments, and constructs in place of SIDs, so the descriptions mention them, where editors show them.
 */
async function constructOf({ sort, name: entry, folder, block }: DocsEntry) {
  let [path, type] = [`${prefixes[sort]}${entry}`, entry];
  if (sort === "provider") [path, type] = [sort, "rblmonitor_provider"];
  if (sort === "ephemeral resource") type = ephemeralPrefix + entry;
  const snakeCase = sort === "data source" ? `data_${type}` : type.replace("rblmonitor_", "");
  const name = pascalCase(sort === "provider" ? type : snakeCase);
  const attributes = withRemarks(block.attributes, path);
  const { description = "" } = block;
  const example = await exampleOf(folder, name);
  const construct = { file: snakeCase.replaceAll("_", "-"), name, path, attributes, description, example };
  return { sort, type, schema: { version: 0, block: { ...block, attributes } }, construct };
}

function withRemarks(attributes: Attributes = {}, path: string): Attributes {
  const described = byName(Object.entries(attributes)).map(([name, attribute]) => {
    const own = `${path}.${name}`;
    const description = [attribute.description, ...remarks(attribute, own)].join("\n\n");
    const { nested_type: nested } = attribute;
    const nested_type = nested && { ...nested, attributes: withRemarks(nested.attributes, own) };
    return [name, { ...attribute, description, ...(nested_type && { nested_type }) }] as const;
  });
  return Object.fromEntries(described);
}

/** Paragraphs that only users of the constructs need. */
function remarks({ type, write_only: writeOnly, deprecated }: Attribute, path: string): string[] {
  const inPlace = Array.isArray(type) ? "constructs in place of SIDs" : "a construct in place of a SID";
  return [
    ...(kindReferredTo(path) === undefined ? [] : [`Accepts ${inPlace}.`]),
    ...(writeOnly ? ["Write-only: needs Terraform or OpenTofu 1.11, and reads as null."] : []),
    ...(deprecated ? [`@deprecated ${deprecationOf(path)}`.trimEnd()] : []),
  ];
}

/** The code that CDKTF's generator makes, by the name of each construct's file. */
async function plainConstructs(schema: object): Promise<ReadonlyMap<string, string>> {
  const [{ TerraformProviderGenerator }, { CodeMaker }, commons] = await loadGenerator();
  const schemas = { provider_schemas: { [sourceAddress]: schema } } as CdktfSchemas;
  const generator = new TerraformProviderGenerator(new CodeMaker(), schemas);
  const constraint = new commons.TerraformProviderConstraint({
    name: "rblmonitor",
    source: "rblmonitor/rblmonitor",
    // Written into `required_providers`.
    version: versionRange(version),
  });
  generator.generate(new commons.ConstructsMakerProviderTarget(constraint, commons.Language.TYPESCRIPT));
  return inTemporaryFolder(async (out) => {
    await generator.save(out);
    const files = (await filesAt(out)).filter((file) =>
      /\/providers\/rblmonitor\/[^/]+\/index\.ts$/.test(file),
    );
    const read = files.map(async (file) => [basename(dirname(file)), await readFile(file, "utf8")] as const);
    return new Map(await Promise.all(read));
  });
}

/**
 * The first statement that creates a construct in the example of its documentation, in three lines: editors show it on hover.
 *
 * @returns undefined for a class without an example
 */
async function exampleOf(folder: string, name: string): Promise<string | undefined> {
  const code = await readFile(`examples/${folder}/main.ts`, "utf8").catch(() => "");
  const statement = new RegExp(`^(?:const \\w+ = )?new ${name}\\([\\s\\S]*?\\);$`, "m").exec(code)?.[0];
  const lines = statement?.split("\n").filter((line) => !line.trim().startsWith("//")) ?? [];
  if (lines.length < 2) return statement;
  const config = lines.slice(1, -1).map((line) => line.trim());
  return [lines[0], `  ${config.join(" ")}`, lines.at(-1)].join("\n");
}

/** Adds a first line that says how to generate the file. */
function headed(code: string): string {
  return `// Generated by "npm run generate" with src/tasks/generate/constructs. Do not edit.\n${code.replace(/ +$/gm, "")}`;
}

/** Loads the generator with variables that keep it from running terraform and from sending reports, which it does on load. */
async function loadGenerator() {
  const meanwhile = { CHECKPOINT_DISABLE: "1", TERRAFORM_BINARY_NAME: "none-needed", CDKTF_LOG_LEVEL: "OFF" };
  const before = { ...process.env };
  Object.assign(process.env, meanwhile);
  // Its error reporter reads this, for which Node 25 and later print a warning.
  Object.defineProperty(globalThis, "localStorage", { value: undefined, configurable: true });
  try {
    return await Promise.all([
      // By its deep path: the package's entry imports packages that it does not declare.
      import("@cdktf/provider-generator/lib/get/generator/provider-generator.js"),
      import("codemaker"),
      import("@cdktf/commons"),
    ]);
  } finally {
    for (const name of Object.keys(meanwhile)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
