import { randomUUID } from "node:crypto";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../output/make-folder";

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
 *
 * @param make fills an empty folder
 */
export async function replaceFolder(folder: string, make: (fresh: string) => Promise<void>): Promise<void> {
  const fresh = join(dirname(folder), `.new-${basename(folder)}-${randomUUID()}`);
  const old = `${fresh}-old`;
  makeFolder(fresh);
  try {
    await make(fresh);
    await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    await rename(fresh, folder);
  } finally {
    for (const left of [fresh, old]) await rm(left, { recursive: true, force: true });
  }
}
