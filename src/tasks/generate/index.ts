import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { generatedFiles, strayFiles } from "./generated-files";

/** Writes all generated files, and removes those that nothing generates any more. */
export async function run(): Promise<void> {
  const generated = await generatedFiles();
  for (const file of await strayFiles(generated)) await rm(file);
  for (const [file, content] of generated) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  process.stdout.write(`${generated.size} files generated\n`);
}
