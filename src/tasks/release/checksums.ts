import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** What `sha256sum` prints of files, in the order of their names: the form that registries read. */
export async function checksums(files: readonly string[]): Promise<string> {
  const sorted = [...files].sort((one, other) => (basename(one) < basename(other) ? -1 : 1));
  const lines = sorted.map(async (file) => `${sha256(await readFile(file))}  ${basename(file)}\n`);
  return (await Promise.all(lines)).join("");
}

export function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
