import { type OpenPointSettings, openPointValues, settingTable } from "../../emulator/settings";
import { ProbedAccount, type ProbeOptions, Undecided } from "./account";
import { type Experiment, experiments } from "./experiments";

/** A line of the table. */
export interface Row {
  readonly point: number | undefined;
  readonly setting: keyof OpenPointSettings;
  /** The default of the setting. */
  readonly expected: unknown;
  /** The value of the setting; undefined if it is not decided, or none of the known ones. */
  readonly observed: unknown;
  readonly result: "settings" | "undecided" | "unknown";
  /** The request, its status and the part of the answer that decides; or the reason why nothing was decided. */
  readonly evidence: string;
}

/** The result of a run. */
export interface ProbeReport {
  readonly rows: readonly Row[];
  readonly sent: number;
  /** SIDs of objects that could not be removed. */
  readonly left: readonly string[];
}

/** Runs every experiment on the account, and removes what this and earlier runs created. @throws the reason of the signal */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  const account = new ProbedAccount(options);
  const rows: Row[] = [];
  let left: readonly string[] = [];
  try {
    await account.removeAll();
    for (const setting of Object.keys(experiments) as (keyof OpenPointSettings)[]) {
      const { openPoint: point, values } = settingTable[setting];
      const found = await finding(account, setting);
      rows.push({ point, setting, expected: values[0], ...found });
    }
  } finally {
    left = await account.removeAll();
  }
  return { rows, sent: account.sent, left };
}

async function finding(
  account: ProbedAccount,
  setting: keyof OpenPointSettings,
): Promise<Pick<Row, "observed" | "result" | "evidence">> {
  const { decide }: Experiment = experiments[setting];
  const undecided = (evidence: string) => ({ observed: undefined, result: "undecided" as const, evidence });
  if (typeof decide === "string") return undecided(decide);
  try {
    const { answer, seen, value } = await decide(account);
    const values: readonly unknown[] = openPointValues[setting];
    const evidence = account.evidence(answer, seen);
    return values.includes(value)
      ? { observed: value, result: "settings", evidence }
      : { observed: undefined, result: "unknown", evidence };
  } catch (error) {
    account.options.signal.throwIfAborted();
    if (error instanceof Undecided) return undecided(error.message);
    throw error;
  }
}

/** The content of probe.json. */
export function probeFile({ rows }: ProbeReport): string {
  const part = (result: Row["result"], text: (row: Row) => unknown) =>
    Object.fromEntries(rows.filter((row) => row.result === result).map((row) => [row.setting, text(row)]));
  const evidence = (row: Row) => row.evidence;
  const file = {
    settings: part("settings", ({ observed }) => observed),
    undecided: part("undecided", evidence),
    unknown: part("unknown", evidence),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
