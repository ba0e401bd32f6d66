import type { Emulator } from "../../../../src/emulator/emulator";
import {
  type CommandRun,
  type Where as CommandWhere,
  type RunningCommand,
  startRblmonitor,
} from "../../rblmonitor";

/** The command's report as JSON. */
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
  readonly type: "changed" | "gone" | "repeated" | "undeclared";
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

interface Where extends Omit<CommandWhere, "env"> {
  /** Gets the command when it was started, to send it signals. */
  readonly onStart?: (command: Pick<RunningCommand, "kill">) => void;
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
  { environment = {}, onStart, ...where }: Where = {},
): Promise<CommandRun> {
  const env = {
    PATH: process.env.PATH,
    CHECKPOINT_DISABLE: "1",
    RBLMONITOR_BASE_URL: url,
    RBLMONITOR_ACCOUNT_SID: accountSid,
    RBLMONITOR_AUTH_TOKEN: authToken,
    ...environment,
  };
  const command = startRblmonitor(args, { ...where, env });
  onStart?.(command);
  return command.ended;
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
