import { openPointValues, settingTable } from "../../emulator/settings";
import { ProbedAccount, type ProbeOptions, Undecided } from "./account";
import { documented, type Experiment, experiments } from "./experiments";

/** A line of the table. */
export interface Row {
  readonly point: Experiment["point"];
  /** The name of the setting, or of a point without one: `point 28`. */
  readonly setting: string;
  /** The default of the setting. */
  readonly expected: unknown;
  readonly result: "settings" | "undecided" | "unknown";
  /** The value of the setting, if it is known. */
  readonly observed?: unknown;
  /** The request, its status and the part of the answer that decides; or the reason why nothing was decided. */
  readonly evidence: string;
}

/** Decides all settings and points, and removes what this and earlier runs created. @throws the reason of the signal */
export async function probe(options: ProbeOptions): Promise<{ rows: readonly Row[]; sent: number }> {
  const account = new ProbedAccount(options);
  const rows: Row[] = [];
  try {
    await account.removeAll();
    for (const [setting, experiment] of Object.entries<Experiment>(experiments))
      rows.push(await rowOf(setting, experiment, account));
  } finally {
    for (const left of await account.removeAll()) options.warn(`Not removed: ${left}. Run the probe again.`);
  }
  return { rows, sent: account.sent };
}

async function rowOf(setting: string, { point, decide }: Experiment, account: ProbedAccount): Promise<Row> {
  const values = Object.entries<readonly unknown[]>(openPointValues).find(
    ([name]) => name === setting,
  )?.[1] ?? [documented];
  const subject = { point, setting, expected: values[0] };
  try {
    if (typeof decide === "string") throw new Undecided(decide);
    const { answer, seen, value } = await decide(account);
    const evidence = account.evidence(answer, seen);
    if (!values.includes(value)) return { ...subject, result: "unknown", evidence };
    return { ...subject, result: "settings", observed: value, evidence };
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { ...subject, result: "undecided", evidence: error.message };
  }
}

/** The content of probe.json. Decided points without a setting are not part of it. */
export function probeFile(rows: readonly Row[]): string {
  const file = { settings: {}, undecided: {}, unknown: {} };
  for (const { setting, result, observed, evidence } of rows)
    if (result !== "settings" || setting in settingTable)
      Object.assign(file[result], { [setting]: observed ?? evidence });
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
