import { spawn } from "node:child_process";
import { once } from "node:events";

/** The folder to run a script in, and variables besides those of this process. */
export interface Where {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a script with the Node that runs this one, on the same terminal. Returns the exit code. */
export async function runNode(
  args: readonly string[],
  { cwd = ".", environment = {} }: Where = {},
): Promise<number> {
  const env = { ...process.env, ...environment };
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit", cwd, env }), "exit");
  // A signal ended it: not a success.
  return typeof code === "number" ? code : 1;
}
