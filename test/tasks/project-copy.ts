import { cp, mkdtemp, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A folder with some of the project's files and folders, in which its tasks run. */
export async function copyOfProject(...paths: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "project-"));
  for (const path of ["package.json", "package-lock.json", ...paths])
    await cp(path, join(folder, path), { recursive: true, preserveTimestamps: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}
