import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
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

/** A text that changes with the path or the content of any of these files, or of the files below these folders. */
export async function fingerprint(...paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of (await Promise.all(paths.map(filesAt))).flat().sort()) {
    const content = await readFile(file);
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Pages and code that people read. */
const PLACES = [
  ...["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "BENCHMARKS.md"],
  ...["docs", "examples", "src", "lib", "test"],
];

/** The corpus has documents of other projects. */
const FOREIGN = /node_modules\/|\/corpus\/|\/generated\//;

/** The paths of all pages and code below `root`, without what is generated or foreign. */
export async function textFiles(root: string): Promise<readonly string[]> {
  const listed = await Promise.all(PLACES.map((place) => filesAt(join(root, place))));
  return listed.flat().filter((file) => /\.(?:md|ts|mjs|proto)$/.test(file) && !FOREIGN.test(file));
}
