import { openPointValues, settingTable } from "../../emulator/settings";
import { markPattern, ProbedAccount, type ProbeOptions, Undecided, undecided } from "./account";
import { documented, type Experiment, experiments, other } from "./experiments";

/** A line of the table: what is expected is the default, what is observed a known value. */
export interface Row {
  readonly point: Experiment["point"];
  /** The name of the setting, or of a point without one: `point 28`. */
  readonly setting: string;
  readonly expected: unknown;
  readonly result: "settings" | "undecided" | "unknown";
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

async function rowOf(setting: string, experiment: Experiment, account: ProbedAccount): Promise<Row> {
  const { point, requests, send, see, shown } = experiment;
  const values = (openPointValues as Readonly<Record<string, readonly unknown[]>>)[setting] ?? [documented];
  const subject = { point, setting, expected: values[0] };
  try {
    if (typeof see === "string") return undecided(see);
    const answers = await account.answers(requests, send);
    const answer = answers.at(-1) ?? undecided("the account has no such objects");
    const seen = see(answer, ...answers);
    const text = JSON.stringify(seen)?.replace(markPattern, "{mark}");
    const index = shown.findIndex((each) => JSON.stringify(each) === text);
    const observed = shown.length === 0 ? seen : values[index < 0 ? shown.indexOf(other) : index];
    const evidence = account.evidence(answer, seen);
    if (!values.includes(observed)) return { ...subject, result: "unknown", evidence };
    return { ...subject, result: "settings", observed, evidence };
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
