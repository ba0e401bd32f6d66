import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

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

/** Gives some work a temporary folder of its own, and removes the folder afterwards. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "rblmonitor-task-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a folder, replacing the one that is there. It is made next to its place and moved there when it is complete: no
 * reader sees half of it, and an interrupted task leaves the old one.
 *
 * @param make fills an empty folder
 */
export async function replaceFolder(folder: string, make: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = join(dirname(folder), `.new-${basename(folder)}-${process.pid}`);
  const old = `${fresh}-old`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  try {
    await make(fresh);
    if (existsSync(folder)) await rename(folder, old);
    await rename(fresh, folder);
  } finally {
    for (const left of [fresh, old]) await rm(left, { recursive: true, force: true });
  }
}
