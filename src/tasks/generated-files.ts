import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { providerSchemaJson } from "../provider/schema-json";
import { generateConstructs } from "./generate-constructs";
import { generateProtocol } from "./generate-protocol";
import type { ProviderSchemas } from "./schema-for-constructs";

/** Folders that hold generated files and nothing else. */
const GENERATED_FOLDERS = ["src/terraform/protocol/generated", "lib/generated"];

/** Every generated file as it should be: path → content. */
export async function generatedFiles(): Promise<Map<string, string>> {
  const made = await Promise.all([
    generateProtocol(process.cwd()),
    generateConstructs(providerSchemaJson() as ProviderSchemas),
  ]);
  return new Map(made.flatMap((files) => [...files]));
}

/** Files in the folders of generated ones that nothing generates any more. */
export async function strayFiles(generated: ReadonlyMap<string, string>): Promise<string[]> {
  const found = await Promise.all(GENERATED_FOLDERS.map(filesBelow));
  return found.flat().filter((file) => !generated.has(file));
}

/** Names the generated files that are missing, differ or are stray, and the command that mends it; else nothing. */
export async function outdatedFiles(): Promise<string> {
  const generated = await generatedFiles();
  const differing: string[] = [];
  for (const [file, content] of generated) {
    if ((await readFile(file, "utf8").catch(() => undefined)) !== content) differing.push(file);
  }
  const wrong = [...differing, ...(await strayFiles(generated))].sort();
  if (wrong.length === 0) return "";
  return `${wrong.map((file) => `  ${file}`).join("\n")}\nnot as generated now: npm run generate`;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"));
}
