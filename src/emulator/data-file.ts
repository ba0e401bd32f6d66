import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { fileBytes } from "../service/file-bytes";
import { type Kind, kindNames } from "../service/kinds";
import { parseJson } from "../service/parse-json";
import type { AccountContents } from "./account/account";
import type { CertificateError } from "./checks/certificate-errors";
import type { Check } from "./checks/checks";
import { scheduleMemory } from "./checks/schedule";
import { inWords } from "./validation";

/** The fields without which the emulator cannot start. */
const fieldsOf: Readonly<Partial<Record<Kind, z.core.$ZodLooseShape>>> = {
  host: { host: z.string() },
  certificate_monitor: { hostname: z.string() },
  contact: { contact_group: z.array(z.string()) },
};

const objectsForm = z.looseObject(
  Object.fromEntries(
    kindNames.map((kind) => [kind, z.array(z.looseObject({ id: z.string(), ...fieldsOf[kind] }))]),
  ),
);

/** The form of a `T` that the emulator wrote. It checks only a part. */
function written<T>(form: z.ZodMiniType): z.ZodMiniType<T> {
  return form as z.ZodMiniType<T>;
}

const dataFileForm = z.looseObject({
  version: z.literal(1),
  accountSid: z.string(),
  authToken: z.string(),
  signingSecret: z.string(),
  objects: written<AccountContents>(objectsForm),
  checks: written<readonly Check[]>(
    z.array(z.looseObject({ id: z.string(), host: z.string(), completed: z.boolean() })),
  ),
  certificateErrors: written<readonly CertificateError[]>(
    z.array(z.looseObject({ monitor: z.string(), type: z.string() })),
  ),
  /** How far the clock is ahead of real time, in milliseconds. Older files lack it, as `schedule`. */
  clockAhead: z.optional(z.number()),
  schedule: z.optional(scheduleMemory),
});

export type StoredAccount = Readonly<z.output<typeof dataFileForm>>;

/** Reads a data file; undefined if it does not exist. @throws Error that names the place if it is not a data file */
export function readDataFile(path: string): StoredAccount | undefined {
  if (!existsSync(path)) return undefined;
  const { data, error } = dataFileForm.safeParse(parseJson(fileBytes(path).toString(), undefined), inWords);
  if (error === undefined) return data;
  const [{ path: place = [], message } = {}] = error.issues;
  const where = place.length === 0 ? "" : `, at ${place.join(".")}`;
  throw new Error(`${path} is not a data file of the emulator${where}: ${message}. It was not changed.`);
}

/** The files that emulators of this process have locked. */
const locked = new Set<string>();

/**
 * Reserves a data file for one emulator, since another one would overwrite what this one writes. The lock is a file with the
 * process id; the lock of a process that has ended is replaced.
 * @returns a function that releases it
 * @throws Error that names the process that has it
 */
export function lockDataFile(path: string): () => void {
  const lock = `${resolve(path)}.lock`;
  const owner = existsSync(lock) ? Number(fileBytes(lock).toString()) : undefined;
  // In a container, the next process may have the id of one that was killed.
  const isInUse = owner === process.pid ? locked.has(lock) : owner !== undefined && isRunning(owner);
  if (isInUse)
    throw new Error(
      `${path} is in use by another emulator (process ${owner}). If it is not, delete ${lock}.`,
    );
  rmSync(lock, { force: true });
  writeFileSync(lock, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
  locked.add(lock);
  return () => {
    locked.delete(lock);
    rmSync(lock, { force: true });
  };
}

function isRunning(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Stores an account in a file. Changes are written together after 50 ms, or later if writing is slow, and on close. A killed
 * process may lose the last changes. The file is replaced atomically.
 */
export class DataFile {
  #timer: NodeJS.Timeout | undefined;
  #delay = 50;

  constructor(
    private readonly path: string,
    private readonly contents: () => StoredAccount,
  ) {}

  /** Schedules a write. */
  changed(): void {
    this.#timer ??= setTimeout(() => {
      try {
        this.write();
      } catch {
        // The folder may be missing temporarily. `close` writes again, and throws the error.
      }
    }, this.#delay);
  }

  /** Writes now. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const start = performance.now();
    replaceFile(this.path, JSON.stringify(this.contents()));
    // Writing takes at most a tenth of the time.
    this.#delay = Math.max(50, 10 * (performance.now() - start));
  }
}

/** The name of the temporary file is random and must not exist, so that other users cannot place a link there. */
function replaceFile(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
