import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file itself, or all files below a folder, sorted and with `/` in their paths; none if nothing is there. */
export async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .sort();
}
