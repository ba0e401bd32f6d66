import { type OpenPointSettings, openPointValues, settingTable } from "../../emulator/settings";
import { ProbedAccount, type ProbeOptions, Undecided } from "./account";
import { type Experiment, experiments, type Results } from "./experiments";
import { steps } from "./steps";

/** A line of the table. */
export interface Row {
  readonly point: number | undefined;
  readonly setting: keyof OpenPointSettings;
  /** The default of the setting. */
  readonly expected: unknown;
  readonly result: "settings" | "undecided" | "unknown";
  /** The value of the setting, if it is known. */
  readonly observed?: unknown;
  /** The request, its status and the part of the answer that decides; or the reason why nothing was decided. */
  readonly evidence: string;
}

/** The result of a run. */
export interface ProbeReport {
  readonly rows: readonly Row[];
  readonly sent: number;
}

/** Decides all settings, and removes what this and earlier runs created. @throws the reason of the signal */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  const account = new ProbedAccount(options);
  const results = {};
  try {
    await account.removeAll();
    for (const [name, step] of Object.entries(steps)) {
      const result = await step(account).catch((error: unknown) => {
        if (error instanceof Undecided) return error;
        throw error;
      });
      const get = () => {
        if (result instanceof Undecided) throw result;
        return result;
      };
      Object.defineProperty(results, name, { get });
    }
  } finally {
    for (const left of await account.removeAll()) options.warn(`Not removed: ${left}. Run the probe again.`);
  }
  const settings = Object.keys(experiments) as (keyof OpenPointSettings)[];
  const rows = settings.map((setting) => rowOf(setting, results as Results, account));
  return { rows, sent: account.sent };
}

function rowOf(setting: keyof OpenPointSettings, results: Results, account: ProbedAccount): Row {
  const { openPoint: point, values } = settingTable[setting];
  const { decide }: Experiment = experiments[setting];
  const row = { point, setting, expected: values[0] };
  if (typeof decide === "string") return { ...row, result: "undecided", evidence: decide };
  try {
    const { answer, seen, value } = decide(results);
    const evidence = account.evidence(answer, seen);
    const known: readonly unknown[] = openPointValues[setting];
    if (!known.includes(value)) return { ...row, result: "unknown", evidence };
    return { ...row, result: "settings", observed: value, evidence };
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { ...row, result: "undecided", evidence: error.message };
  }
}

/** The content of probe.json. */
export function probeFile(rows: readonly Row[]): string {
  const part = (result: Row["result"]) =>
    Object.fromEntries(
      rows
        .filter((row) => row.result === result)
        .map(({ setting, observed, evidence }) => [setting, observed ?? evidence]),
    );
  const content = { settings: part("settings"), undecided: part("undecided"), unknown: part("unknown") };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
