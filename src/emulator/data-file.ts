import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readObject } from "../service/wire-forms";
import type { AccountContents } from "./account/account";
import type { CertificateError } from "./checks/certificate-errors";
import type { Check } from "./checks/checks";

/** The content of a data file. */
export interface StoredAccount {
  readonly version: 1;
  readonly accountSid: string;
  readonly authToken: string;
  readonly signingSecret: string;
  readonly objects: AccountContents;
  readonly checks: readonly Check[];
  readonly certificateErrors: readonly CertificateError[];
}

/** Reads a data file; undefined if it does not exist. @throws Error if it is not a data file */
export function readDataFile(path: string): StoredAccount | undefined {
  if (!existsSync(path)) return undefined;
  const kept = parse(readFileSync(path, "utf8"));
  if (kept === undefined) throw new Error(`${path} is not a data file of the emulator. It was not changed.`);
  return kept;
}

/**
 * Stores an account in a file. Changes are written together after 50 ms, or later if writing is slow, and on close. A killed
 * process may lose the last changes. The file is replaced atomically.
 */
export class DataFile {
  #timer: NodeJS.Timeout | undefined;
  #delay = 50;
  readonly #path: string;
  readonly #contents: () => StoredAccount;

  constructor(path: string, contents: () => StoredAccount) {
    this.#path = path;
    this.#contents = contents;
  }

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
    replaceFile(this.#path, JSON.stringify(this.#contents()));
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

function parse(text: string): StoredAccount | undefined {
  try {
    const kept = readObject(JSON.parse(text));
    return kept?.version === 1 && "objects" in kept ? (kept as unknown as StoredAccount) : undefined;
  } catch {
    return undefined;
  }
}
