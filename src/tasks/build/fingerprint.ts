import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * A text that differs whenever a file does: its path or its content. What is missing counts as empty.
 *
 * @param inputs files and folders (with everything below them)
 * @param more what else decides, such as the version of a tool
 */
export async function fingerprint(inputs: readonly string[], more = ""): Promise<string> {
  const hash = createHash("sha256").update(more);
  for (const file of (await Promise.all(inputs.map(filesOf))).flat()) {
    const content = await readFile(file);
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
