import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { AccountContents } from "./account/account";
import type { CertificateError } from "./checks/certificate-errors";
import type { Check } from "./checks/checks";

/** What a data file keeps of an account. */
export interface KeptAccount {
  readonly version: 1;
  readonly accountSid: string;
  readonly authToken: string;
  readonly signingSecret: string;
  readonly objects: AccountContents;
  readonly checks: readonly Check[];
  readonly certificateErrors: readonly CertificateError[];
}

/** What a data file keeps, or undefined when there is no such file. @throws Error when it is not a data file. */
export function readDataFile(path: string): KeptAccount | undefined {
  if (!existsSync(path)) return undefined;
  const kept = parse(readFileSync(path, "utf8"));
  if (kept === undefined)
    throw new Error(`${path} is not a data file of the emulator; it was left as it is.`);
  return kept;
}

/**
 * Keeps an account in a file. Changes are written together, 50 milliseconds after the first of them, later where writing
 * takes long, and always on close: a killed process may lose that much. A reader sees the old file or the new one, never a
 * part of one.
 */
export class DataFile {
  private timer: NodeJS.Timeout | undefined;
  private delay = 50;

  constructor(
    private readonly path: string,
    private readonly contents: () => KeptAccount,
  ) {}

  /** Writes soon. */
  changed(): void {
    this.timer ??= setTimeout(() => {
      try {
        this.write();
      } catch {
        // The file's folder may be gone for now; close writes once more, and tells.
      }
    }, this.delay);
  }

  /** Writes now. */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const start = performance.now();
    replaceFile(this.path, JSON.stringify(this.contents()));
    // A tenth of the time at most: a large account is not written after each of a thousand changes.
    this.delay = Math.max(50, 10 * (performance.now() - start));
  }
}

/** The new file's name is not foreseeable and must be free: in a folder of many users, nobody can have put a link there. */
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

function parse(text: string): KeptAccount | undefined {
  try {
    const kept: unknown = JSON.parse(text);
    const known = typeof kept === "object" && kept !== null && "version" in kept && kept.version === 1;
    return known && "objects" in kept ? (kept as KeptAccount) : undefined;
  } catch {
    return undefined;
  }
}
