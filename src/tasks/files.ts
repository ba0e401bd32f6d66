import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** A file itself, or all files below a folder, sorted and with `/` in their paths; none if nothing is there. */
export async function filesAt(path: string): Promise<string[]> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .sort();
}

/** A text that changes with the path or the content of any of these files, or of the files below these folders. */
export async function fingerprint(...paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(paths.map(filesAt))).flat().sort()) {
    const content = await readFile(file);
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** The folders of dist/ that a build fills unless others are named. */
export const usualTargets = ["plugin", "mirror", "cli", "webhooks", "lib", "examples"] as const;

/** A folder of dist/. The executable is built only on request, by its name. */
export type TargetName = (typeof usualTargets)[number] | "executable";

/** Pages and code that people read, in addition to the pages of the project's folder. */
const folders = ["docs", "examples", "src", "lib", "test"];

/** The corpus has documents of other projects. */
const foreign = /node_modules\/|\/corpus\/|\/generated\//;

/** The paths of all pages and code below `root`, without what is generated or foreign. */
export async function textFiles(root: string): Promise<readonly string[]> {
  const pages = (await readdir(root)).filter((name) => name.endsWith(".md"));
  const files = await Promise.all([...pages, ...folders].map((path) => filesAt(join(root, path))));
  return files.flat().filter((file) => /\.(?:md|ts|mjs|proto)$/.test(file) && !foreign.test(file));
}
