import { writeSync } from "node:fs";

/**
 * Redirects `process.stdout` (and `console.log`) to standard error, because Terraform reads standard output as the
 * handshake. Call it before other code uses `process.stdout`.
 */
export function divertStdout(process: NodeJS.Process): void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
}

/** Writes a line to the real standard output. */
export function announce(line: string): void {
  writeSync(1, `${line}\n`);
}
