import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/**
 * Creates a folder and those above it. Node's recursive mkdir never returns where an existing folder refuses new ones with
 * ENOENT, as `/proc` does.
 * @param mode the mode of new folders
 * @throws the error of the system
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  const path = resolve(folder);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || (await isFolder(parent))) throw error;
    await makeFolder(parent, mode);
    await makeFolder(path, mode);
  }
}

/** Whether there is a folder of that name. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
