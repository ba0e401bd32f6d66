import { writeSync } from "node:fs";

/**
 * Sends what any code writes to `process.stdout` (`console.log` does) to standard error: Terraform reads standard
 * output as the handshake. To be called before other code gets hold of `process.stdout`.
 */
export function divertStdout(process: NodeJS.Process): void {
  Object.defineProperty(process, "stdout", { configurable: true, get: () => process.stderr });
}

/** Writes one line to the real standard output. */
export function announce(line: string): void {
  writeSync(1, `${line}\n`);
}
