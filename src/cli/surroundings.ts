import type { Readable } from "node:stream";

/** A stream that may be a terminal. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** The process that a command runs in, as far as it is concerned. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  once(signal: Interrupt, listener: () => void): unknown;
  off(signal: Interrupt, listener: () => void): unknown;
}

/** What ends a process early. */
export type Interrupt = "SIGINT" | "SIGTERM";
