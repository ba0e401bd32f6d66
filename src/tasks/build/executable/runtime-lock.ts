import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Names the runtimes at their versions, with the checksums that npm verifies. */
export const RUNTIMES = "src/tasks/build/executable/runtimes";

/** A runtime as the lock file has it. */
export interface LockedRuntime {
  readonly version: string;
  readonly license: string;
  /** `sha512-` and Base64. */
  readonly integrity: string;
}

/** What the lock file says of a runtime. @throws Error when it is not in it */
export async function lockedRuntime(name: string): Promise<LockedRuntime> {
  const { packages } = JSON.parse(await readFile(join(RUNTIMES, "package-lock.json"), "utf8"));
  const locked = packages[`node_modules/${name}`];
  if (locked === undefined) throw new Error(`${name} is not in the lock file in ${RUNTIMES}`);
  return locked;
}
