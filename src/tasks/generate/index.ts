import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { providerSchemaJson } from "../../provider/schema-json";
import { filesAt } from "../files";
import type { ProviderSchemas } from "../real-terraform/json";
import { generateConstructs } from "./constructs";
import { generateDocs, missingExamples } from "./docs";
import { sorts } from "./docs/entry";
import { generateProtocol } from "./protocol";
import { outdatedReference, writeReference } from "./reference";
import { generateTables } from "./tables";

/** The folders that contain only generated files. */
const generatedFolders = [
  "src/terraform/protocol/generated",
  "lib/generated",
  ...Object.values(sorts).map(({ folder }) => `docs/${folder}`),
];

/** Writes all generated files, and removes obsolete ones. */
export async function run(): Promise<void> {
  const generated = await generatedFiles();
  for (const file of await strayFiles(generated)) await rm(file);
  for (const [file, content] of generated) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await writeReference();
  process.stdout.write(`${generated.size} files generated\n`);
}

/**
 * Lists the generated files that are missing, different or obsolete, with the command that fixes them, and the examples that
 * the documentation lacks.
 *
 * @returns nothing if all is well
 */
export async function outdatedFiles(): Promise<string> {
  const generated = await generatedFiles();
  const wrong = await strayFiles(generated);
  for (const [file, content] of generated) {
    if ((await readFile(file, "utf8").catch(() => undefined)) !== content) wrong.push(file);
  }
  const outdated = wrong.sort().map((file) => `  ${file}`);
  if (wrong.length > 0) outdated.push("not as generated now: npm run generate");
  return [...outdated, ...(await outdatedReference()), ...(await missingExamples(schemas()))].join("\n");
}

/** All generated files: path → content. */
async function generatedFiles(): Promise<Map<string, string>> {
  const generated = await Promise.all([
    generateProtocol(),
    generateConstructs(schemas()),
    generateDocs(schemas()),
    generateTables(),
  ]);
  return new Map(generated.flatMap((files) => [...files]));
}

const schemas = () => providerSchemaJson() as ProviderSchemas;

/** The files in the generated folders that are not generated. */
async function strayFiles(generated: ReadonlyMap<string, string>): Promise<string[]> {
  const files = await Promise.all(generatedFolders.map(filesAt));
  return files.flat().filter((file) => !generated.has(file));
}
