// Plain JavaScript, since jest loads it without a compiler.

import { relative, sep } from "node:path";

/** The folder of test/ that a file belongs to, itself or as a group of files: `dist/tests/<folder>.<number>.test.ts`. */
export function folderOf(root, path) {
  const [top, folder = "", name = ""] = relative(root, path).split(sep);
  return top === "dist" ? name.split(".")[0] : folder;
}
