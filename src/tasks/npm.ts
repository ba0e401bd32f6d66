import { spawn } from "node:child_process";
import { once } from "node:events";

/** What npm printed, and how it ended. */
interface NpmRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the npm that runs this task, or else the one on the PATH, in a folder. @throws Error with its words when it fails */
export async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(folder, args);
  if (code === 0) return stdout;
  throw new Error(`npm ${args[0]} failed:\n${stderr.trim() || stdout.trim()}`);
}

async function run(cwd: string, args: readonly string[]): Promise<NpmRun> {
  const script = process.env.npm_execpath;
  const [command, first] = script?.endsWith(".js") ? [process.execPath, [script]] : ["npm", []];
  const child = spawn(command, [...first, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    // npm is a batch file on Windows. All arguments are our own.
    shell: command === "npm" && process.platform === "win32",
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      said[name] += text;
    });
  }
  const [code] = await once(child, "close");
  // A signal ended it: not a success.
  return { code: typeof code === "number" ? code : 1, ...said };
}
