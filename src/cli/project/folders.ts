import { randomUUID } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

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

/** Gives some work a temporary folder, which only this user may read, and removes the folder afterwards. */
export async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "rblmonitor-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a folder, replacing the one that is there. It is made next to its place and moved there when it is complete: no
 * reader sees half of it, and an interrupt leaves the old one.
 * @param make fills an empty folder
 */
export async function replaceFolder(folder: string, make: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = join(dirname(folder), `.new-${basename(folder)}-${randomUUID()}`);
  const old = `${fresh}-old`;
  makeFolder(fresh);
  try {
    await make(fresh);
    do {
      await rm(old, { recursive: true, force: true });
      await unless("ENOENT", rename(folder, old));
      // Another process may have put its folder there since.
    } while (!(await unless("ENOTEMPTY", rename(fresh, folder))));
  } finally {
    for (const left of [fresh, old]) await rm(left, { recursive: true, force: true });
  }
}

/** Whether some work was done, and not refused with that code. @throws the error of the system with another one */
async function unless(code: string, work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return false;
    throw error;
  }
}
