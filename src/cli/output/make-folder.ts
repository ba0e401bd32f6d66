import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and those above it. Node's recursive mkdir never returns where an existing folder refuses new ones with
 * ENOENT, as `/proc` does. Synchronous, so that a process can call it when it ends.
 * @param mode the mode of new folders
 * @throws the error of the system
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const path = resolve(folder);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isFolder(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || isFolder(parent)) throw error;
    makeFolder(parent, mode);
    makeFolder(path, mode);
  }
}

/** Whether there is a folder of that name. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
