import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Emulator } from "../../../../src/emulator/emulator";

/** How the built command ended. */
export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the command's report tells, as JSON has it. */
export interface ReportJson {
  readonly version: number;
  readonly states: readonly string[];
  readonly kinds: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly FindingJson[];
  readonly notes: readonly { readonly text: string; readonly address?: string }[];
  readonly names: Readonly<Record<string, string>>;
  readonly requests: { readonly sent: number; readonly left?: number };
}

export interface FindingJson {
  readonly type: "changed" | "gone" | "undeclared";
  readonly kind: string;
  readonly id: string;
  readonly address?: string;
  readonly attributes?: readonly {
    readonly name: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[];
}

type AccountAccess = Pick<Emulator, "url" | "accountSid" | "authToken">;

interface Where {
  /** Told when the command was started, to send it signals. */
  readonly onStart?: (child: { kill(signal: NodeJS.Signals): unknown }) => void;
  readonly cwd?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs `rblmonitor drift` for an account of the emulator, as built. */
export function driftRun(
  service: AccountAccess,
  args: readonly string[],
  where: Where = {},
): Promise<CommandRun> {
  return commandRun(service, ["drift", ...args], where);
}

/** Runs any command of `rblmonitor`, likewise. */
export async function commandRun(
  { url, accountSid, authToken }: AccountAccess,
  args: readonly string[],
  { cwd = ".", input = "", environment = {}, onStart }: Where = {},
): Promise<CommandRun> {
  const child = spawn(process.execPath, [resolve("dist/cli/rblmonitor"), ...args], {
    cwd,
    env: {
      PATH: process.env.PATH,
      CHECKPOINT_DISABLE: "1",
      RBLMONITOR_BASE_URL: url,
      RBLMONITOR_ACCOUNT_SID: accountSid,
      RBLMONITOR_AUTH_TOKEN: authToken,
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onStart?.({ kill: (signal) => child.kill(signal) });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((done) => child.on("close", done));
  return { code, ...printed };
}

/** Runs it with a JSON report. @throws Error with its words when it ends with an error */
export async function driftReport(
  service: AccountAccess,
  args: readonly string[],
  where: Where = {},
): Promise<ReportJson & { readonly code: number | null }> {
  const { code, stdout, stderr } = await driftRun(service, ["--format", "json", ...args], where);
  if (code !== 0 && code !== 2) throw new Error(`rblmonitor drift ended with ${code}: ${stderr}`);
  return { code, ...(JSON.parse(stdout) as ReportJson) };
}
