import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";

/** The built command line. */
export const rblmonitor = resolve("dist/cli/rblmonitor");

/** A running `rblmonitor emulator`. */
export interface EmulatorProcess {
  /** The variables that it prints. */
  readonly environment: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** Starts the emulator on a free port. @throws when it ends at once */
export async function startEmulatorProcess(...options: readonly string[]): Promise<EmulatorProcess> {
  const child = spawn(process.execPath, [rblmonitor, "emulator", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const environment: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) environment[name] = value;
    // The token is the last line.
    if (name === "RBLMONITOR_AUTH_TOKEN") break;
  }
  if (environment.RBLMONITOR_AUTH_TOKEN === undefined) throw new Error("The emulator did not start.");
  return {
    environment,
    async end() {
      child.kill();
      await ended;
    },
  };
}
