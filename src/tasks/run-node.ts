import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a script with the Node that runs this one, on the same terminal. Returns the exit code. */
export async function runNode(args: readonly string[]): Promise<number> {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  // A signal ended it: not a success.
  return typeof code === "number" ? code : 1;
}
