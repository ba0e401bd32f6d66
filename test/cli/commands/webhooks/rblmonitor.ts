import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const running: ChildProcess[] = [];

/** Ends what a test left running. Give it to `afterEach`. */
export function endCommands(): void {
  for (const child of running.splice(0)) child.kill("SIGKILL");
}

/** The secret that commands find in their environment unless they are given another one. */
export const secret = "whsec-5b77";

/** A command under way. */
interface Started {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly printed: { stdout: string; stderr: string };
  /** Resolves when either stream has that text, and rejects when the command ends without it. */
  says(text: string | RegExp): Promise<RegExpMatchArray>;
  /** What it had printed when it ended, and its exit code. */
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts the built command `rblmonitor webhooks`. */
function start(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Started {
  const env = { ...process.env, RBLMONITOR_WEBHOOK_SECRET: secret, ...environment };
  const command = [join(process.cwd(), "dist/cli/rblmonitor"), "webhooks", ...args];
  const child = spawn(process.execPath, command, { env, stdio: "pipe" });
  running.push(child);
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      printed[stream] += text;
    });
  }
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, ...printed }));
  const says = (text: string | RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const wanted =
        typeof text === "string" ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : text;
      const look = () => {
        const found = wanted.exec(printed.stdout) ?? wanted.exec(printed.stderr);
        if (found !== null) resolve(found);
      };
      for (const stream of ["stdout", "stderr"] as const) child[stream].on("data", look);
      void ended.then(({ stdout, stderr }) =>
        reject(new Error(`It ended without ${text}: ${stdout}${stderr}`)),
      );
      look();
    });
  return { child, printed, says, ended };
}

/** Runs the built command `rblmonitor webhooks` to its end. */
export function run(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input: string | Uint8Array = "",
) {
  const { child, ended } = start(args, environment);
  child.stdin?.end(input);
  return ended;
}

/** Starts `listen` on a free port, and resolves with its address when it listens. */
export async function listening(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const command = start(["listen", "--port", "0", ...args], environment);
  const [, url = ""] = await command.says(/Listening on (\S+)/);
  return { ...command, url };
}
