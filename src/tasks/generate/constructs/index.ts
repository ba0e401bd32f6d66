import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { ProviderSchema as CdktfSchemas } from "@cdktf/commons";
import { inTemporaryFolder } from "../../../cli/project/folders";
import { version, versionRange } from "../../../provider/version";
import { filesAt } from "../../files";
import type { ProviderSchema, ProviderSchemas, Schema } from "../../real-terraform/json";
import { addedFiles } from "./added-files";
import { ephemeralPrefix, schemaForConstructs } from "./schema";
import { type GeneratedConstruct, typedConstruct } from "./typed";
import { pascalCase } from "./types";

const generatedFolder = "lib/generated";

/**
 * The constructs of a provider, made by CDKTF's own generator, with the types and functions that it leaves out. Needs
 * neither terraform nor a network. The order of the attributes in the schema does not change the result.
 *
 * @param schemas the output of `terraform providers schema -json`
 * @returns path → content
 */
export async function generateConstructs(schemas: ProviderSchemas): Promise<Map<string, string>> {
  const [[provider, schema]] = Object.entries(schemas.provider_schemas) as [[string, ProviderSchema]];
  const described = schemaForConstructs(schema);
  const plain = await plainConstructs({ provider_schemas: { [provider]: described } });
  const constructs = await Promise.all(describedClasses(described));
  if (constructs.length !== plain.size) throw new Error("The generator made other constructs than expected");
  const typed = constructs.map((construct): [file: string, code: string] => [
    construct.file,
    typedConstruct(plain.get(construct.file) ?? "", construct),
  ]);
  const files = [...typed, ...Object.entries(addedFiles(schema.functions, new Map(typed)))];
  return new Map(files.map(([name, code]) => [`${generatedFolder}/${name}.ts`, headed(code)]));
}

/** The code that CDKTF's generator makes, by the name of each construct's file. */
async function plainConstructs(schemas: ProviderSchemas): Promise<ReadonlyMap<string, string>> {
  const [{ TerraformProviderGenerator }, { CodeMaker }, commons] = await loadGenerator();
  const generator = new TerraformProviderGenerator(new CodeMaker(), schemas as CdktfSchemas);
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

/** The classes that the generator makes for its schema. */
function describedClasses(schema: ProviderSchema): Promise<GeneratedConstruct>[] {
  const { provider, resource_schemas: resources = {}, data_source_schemas: dataSources = {} } = schema;
  const classes: readonly (readonly [name: string, path: string, schema: Schema])[] = [
    ...Object.entries(dataSources).map(([type, own]) => [`data_${type}`, `data.${type}`, own] as const),
    ...Object.entries(resources).map(
      ([type, own]) =>
        [type.replace("rblmonitor_", ""), type.replace(ephemeralPrefix, "ephemeral."), own] as const,
    ),
    ...(provider === undefined ? [] : [["rblmonitor_provider", "provider", provider] as const]),
  ];
  return classes.map(async ([snakeCase, path, { block }]) => {
    const name = pascalCase(snakeCase);
    return {
      file: path === "provider" ? path : snakeCase.replaceAll("_", "-"),
      name,
      path,
      attributes: block.attributes ?? {},
      description: block.description ?? "",
      example: await exampleOf(path, name),
    };
  });
}

/** The folder of examples for each class, by the first part of its path. */
const folders: Readonly<Record<string, string>> = { data: "data-sources", ephemeral: "ephemeral-resources" };

/**
 * The first statement that creates a construct in the example of its documentation, in three lines: editors show it on hover.
 *
 * @param path such as `rblmonitor_host`, `data.rblmonitor_host` or `provider`
 * @returns undefined for a class without an example
 */
async function exampleOf(path: string, name: string): Promise<string | undefined> {
  const [first = "", type = first] = path.split(".");
  const folder = path === "provider" ? "provider" : `${folders[first] ?? "resources"}/${type}`;
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
    for (const name of Object.keys(meanwhile)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}
