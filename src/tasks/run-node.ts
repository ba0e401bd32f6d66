import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a script with the Node that runs this one, on the same terminal. Returns the exit code.
 *
 * @param where the folder to run it in, and variables besides those of this process
 */
export async function runNode(
  args: readonly string[],
  { cwd = ".", environment = {} }: { cwd?: string; environment?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const env = { ...process.env, ...environment };
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit", cwd, env }), "exit");
  // A signal ended it: not a success.
  return typeof code === "number" ? code : 1;
}
