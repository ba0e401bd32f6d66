import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Script } from "node:vm";
import { makeFolder } from "./project/folders";

/** The parts of a process that decide where its user's code caches are. */
type Machine = Pick<NodeJS.Process, "env" | "platform">;

/** The folder of the user's code caches, for all programs and versions; undefined if the user has no folder for caches. */
export function allUserCaches({ env, platform }: Machine): string | undefined {
  const { XDG_CACHE_HOME = "", LOCALAPPDATA = "", HOME = "" } = env;
  const usual =
    platform === "win32" ? LOCALAPPDATA : join(HOME, platform === "darwin" ? "Library/Caches" : ".cache");
  // Below a relative path, the caches would be those of whoever wrote the current folder.
  const base = [XDG_CACHE_HOME, usual].find(isAbsolute);
  return base === undefined ? undefined : join(base, "rblmonitor", "code");
}

/** The folder of the code caches for the running Node, below that of all caches of a program. */
export const forThisNode = `v8-${process.versions.v8}-${process.arch}`;

/**
 * The folder of the user's code caches of a program, for the running Node. V8 compares only the length of a script with that
 * of its cache, so the name of the program changes with its content.
 */
export function userCaches(program: string, machine: Machine = process): string | undefined {
  const all = allUserCaches(machine);
  return all === undefined ? undefined : join(all, program, forThisNode);
}

/** Whether no other user could have written a file or folder. */
export function isPrivate({ uid, mode }: Stats): boolean {
  return process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o022) === 0);
}

/**
 * A code cache; undefined if there is none, or it is damaged.
 * @param isAccepted judges its folder and its file, such as {@link isPrivate}
 */
export function readCache(folder: string | undefined, script: string, isAccepted: (entry: Stats) => boolean) {
  try {
    if (folder === undefined || !isAccepted(lstatSync(folder))) return undefined;
    const file = openSync(join(folder, `${script}.cache`), "r");
    try {
      return isAccepted(fstatSync(file)) ? undamaged(readFileSync(file)) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** V8 aborts the process for a damaged cache, so a file has it twice. Loading a checksum would take longer than comparing. */
function undamaged(twice: Buffer): Buffer | undefined {
  const cache = twice.subarray(0, twice.length >> 1);
  return cache.length > 0 && cache.equals(twice.subarray(cache.length)) ? cache : undefined;
}

/** Writes code caches of scripts that have run, by name, where the user alone can read and write them; else none. */
export function writeCaches(folder: string, scripts: ReadonlyMap<string, Script>): void {
  try {
    // As root in the home of a user, the folder would be in that user's way.
    if (process.geteuid !== undefined && existing(folder).uid !== process.geteuid()) return;
    makeFolder(folder, 0o700);
    if (!isPrivate(lstatSync(folder))) return;
    for (const [script, compiled] of scripts) {
      const cache = compiled.createCachedData();
      const fresh = join(folder, `${script}.${process.pid}`);
      writeFileSync(fresh, Buffer.concat([cache, cache]), { mode: 0o600, flag: "wx" });
      renameSync(fresh, join(folder, `${script}.cache`));
    }
  } catch {
    // Without caches, everything works and starts later.
  }
}

/** A folder, or the first one above it that exists. */
function existing(folder: string): Stats {
  return lstatSync(folder, { throwIfNoEntry: false }) ?? existing(dirname(folder));
}
