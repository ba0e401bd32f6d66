import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { providerSchemaJson } from "../../provider/schema-json";
import type { ProviderSchemas } from "../terraform/json";
import { generateConstructs } from "./constructs";
import { generateDocs, missingExamples } from "./docs";
import { generateProtocol } from "./protocol";
import { generateServiceFields } from "./service-fields";

/** Folders that hold generated files and nothing else. */
const GENERATED_FOLDERS = [
  "src/terraform/protocol/generated",
  "lib/generated",
  "src/service/generated",
  "docs/resources",
  "docs/data-sources",
  "docs/ephemeral-resources",
  "docs/functions",
];

/** Every generated file as it should be: path → content. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const schemas = providerSchemaJson() as ProviderSchemas;
  const made = await Promise.all([
    generateProtocol(process.cwd()),
    generateConstructs(schemas),
    generateDocs(schemas),
    generateServiceFields(),
  ]);
  return new Map(made.flatMap((files) => [...files]));
}

/** Files in the folders of generated ones that nothing generates any more. */
export async function strayFiles(generated: ReadonlyMap<string, string>): Promise<string[]> {
  const found = await Promise.all(GENERATED_FOLDERS.map(filesBelow));
  return found.flat().filter((file) => !generated.has(file));
}

/**
 * Names the generated files that are missing, differ or are stray, with the command that mends it, and the examples
 * that the documentation lacks; else nothing.
 */
export async function outdatedFiles(): Promise<string> {
  const generated = await generatedFiles();
  const differing: string[] = [];
  for (const [file, content] of generated) {
    if ((await readFile(file, "utf8").catch(() => undefined)) !== content) differing.push(file);
  }
  const wrong = [...differing, ...(await strayFiles(generated))].sort();
  const outdated = wrong.length > 0 ? [...indented(wrong), "not as generated now: npm run generate"] : [];
  const lacking = await missingExamples(providerSchemaJson() as ProviderSchemas);
  return [...outdated, ...lacking].join("\n");
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"));
}
