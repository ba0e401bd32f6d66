import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProviderSchema as CdktfSchemas } from "@cdktf/commons";
import { inTemporaryFolder } from "../../../cli/project/folders";
import { version, versionRange } from "../../../provider/version";
import type { ProviderSchema, ProviderSchemas, Schema } from "../../terraform/json";
import { addedFiles } from "./added-files";
import { EPHEMERAL, schemasForConstructs } from "./schema";
import { type GeneratedConstruct, typedConstruct } from "./typed";
import { pascalCase } from "./types";

const SOURCE = "rblmonitor/rblmonitor";

/** The version constraint that the constructs write into `required_providers`. */
const VERSIONS = versionRange(version);

const FOLDER = "lib/generated";

/**
 * The constructs of a provider, made by CDKTF's own generator, with the types and functions that it leaves out. Needs
 * neither terraform nor a network. The order of the attributes in the schema does not change the result.
 *
 * @param schemas the output of `terraform providers schema -json`
 * @returns path → content
 */
export async function generateConstructs(schemas: ProviderSchemas): Promise<Map<string, string>> {
  const [schema] = Object.values(schemas.provider_schemas) as [ProviderSchema];
  const plain = await plainConstructs(schemas);
  const constructs = await constructsOf(schema);
  if (constructs.length !== plain.size) throw new Error("The generator made other constructs than expected");
  const generated = constructs.map(([name, construct]): [string, string] => [
    name,
    typedConstruct(plain.get(name) ?? "", construct),
  ]);
  const files = [...generated, ...Object.entries(addedFiles(schema.functions, new Map(generated)))];
  return new Map(files.map(([name, code]) => [`${FOLDER}/${name}.ts`, headed(code)]));
}

/** The code that CDKTF's generator makes, by the name of each construct's file. */
async function plainConstructs(schemas: ProviderSchemas): Promise<ReadonlyMap<string, string>> {
  const { CodeMaker, Generator, Constraint, Target, LANGUAGES } = await loadGenerator();
  const generator = new Generator(new CodeMaker(), schemasForConstructs(schemas) as CdktfSchemas);
  const [typescript] = LANGUAGES;
  const constraint = new Constraint({ name: "rblmonitor", source: SOURCE, version: VERSIONS });
  generator.generate(new Target(constraint, typescript as (typeof LANGUAGES)[number]));
  return inTemporaryFolder(async (out) => {
    await generator.save(out);
    const folder = join(out, "providers", "rblmonitor");
    const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    const read = entries.map(
      async ({ name }) => [name, await readFile(join(folder, name, "index.ts"), "utf8")] as const,
    );
    return new Map(await Promise.all(read));
  });
}

/** The constructs that the generator makes for a schema, by the names of their folders. */
function constructsOf(schema: ProviderSchema): Promise<[folder: string, GeneratedConstruct][]> {
  const construct = async (
    made: string,
    path: string,
    { block }: Schema,
    folder = made.replaceAll("_", "-"),
  ): Promise<[string, GeneratedConstruct]> => {
    const name = pascalCase(made);
    return [
      folder,
      {
        name,
        path,
        attributes: block.attributes ?? {},
        description: block.description ?? "",
        example: await exampleOf(path, name),
      },
    ];
  };
  const { provider, resource_schemas: resources = {}, data_source_schemas: dataSources = {} } = schema;
  const { ephemeral_resource_schemas: ephemeral = {} } = schema;
  return Promise.all([
    ...Object.entries(dataSources).map(([type, one]) => construct(`data_${type}`, `data.${type}`, one)),
    ...Object.entries(resources).map(([type, one]) => construct(type.replace(/^rblmonitor_/, ""), type, one)),
    ...Object.entries(ephemeral).map(([type, one]) =>
      construct((EPHEMERAL + type).replace(/^rblmonitor_/, ""), `ephemeral.${type}`, one),
    ),
    ...(provider === undefined ? [] : [construct("rblmonitor_provider", "provider", provider, "provider")]),
  ]);
}

/** The folder of examples for each class, by the first part of its path. */
const FOLDERS: Readonly<Record<string, string>> = { data: "data-sources", ephemeral: "ephemeral-resources" };

/**
 * The first statement that creates a construct in the example of its documentation, in three lines: editors show it on hover.
 *
 * @param path such as `rblmonitor_host`, `data.rblmonitor_host` or `provider`
 * @returns undefined for a class without an example
 */
async function exampleOf(path: string, name: string): Promise<string | undefined> {
  const [first = "", type = first] = path.split(".");
  const folder = path === "provider" ? "provider" : `${FOLDERS[first] ?? "resources"}/${type}`;
  const code = await readFile(`examples/${folder}/main.ts`, "utf8").catch(() => "");
  const statement = new RegExp(`^(?:const \\w+ = )?new ${name}\\([\\s\\S]*?\\);$`, "m").exec(code)?.[0];
  if (statement === undefined) return undefined;
  const [head = "", ...rest] = statement.split("\n").filter((line) => !line.trim().startsWith("//"));
  if (rest.length === 0) return head;
  return [
    head,
    `  ${rest
      .slice(0, -1)
      .map((line) => line.trim())
      .join(" ")}`,
    rest.at(-1),
  ].join("\n");
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
    const [{ TerraformProviderGenerator }, { CodeMaker }, commons] = await Promise.all([
      // By its deep path: the package's entry imports packages that it does not declare.
      import("@cdktf/provider-generator/lib/get/generator/provider-generator.js"),
      import("codemaker"),
      import("@cdktf/commons"),
    ]);
    return {
      CodeMaker,
      Generator: TerraformProviderGenerator,
      Constraint: commons.TerraformProviderConstraint,
      Target: commons.ConstructsMakerProviderTarget,
      LANGUAGES: commons.LANGUAGES,
    };
  } finally {
    for (const name of Object.keys(meanwhile)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
