import { type OpenPointSettings, settingTable } from "../../emulator/settings";
import { ProbedAccount, type ProbeOptions, Undecided } from "./account";
import { documented, type Experiment, experiments, otherPoints, type Results } from "./experiments";
import { steps } from "./steps";

/** A line of the table. */
export interface Row {
  readonly point: number | undefined;
  /** The name of the setting, or of a point without one: `point 28`. */
  readonly setting: string;
  /** The default of the setting. */
  readonly expected: unknown;
  readonly result: "decided" | "undecided" | "unknown";
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

/** Decides all settings and points, and removes what this and earlier runs created. @throws the reason of the signal */
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
  const rows = subjects.map(({ point, setting, values, experiment }) => {
    const decision = decisionOf(experiment, results as Results, values, account);
    return { point, setting, expected: values[0], ...decision };
  });
  return { rows, sent: account.sent };
}

/** Settings and points without one, in the order of the points; settings without a point come last. */
const subjects = [
  ...(Object.keys(experiments) as (keyof OpenPointSettings)[]).map((setting) => {
    const { openPoint: point, values } = settingTable[setting];
    return {
      point,
      setting,
      values: values as readonly unknown[],
      experiment: experiments[setting] as Experiment,
    };
  }),
  ...Object.entries(otherPoints).map(([point, experiment]) => {
    return { point: Number(point), setting: `point ${point}`, values: [documented], experiment };
  }),
].sort((a, b) => (a.point ?? 1_000) - (b.point ?? 1_000));

function decisionOf(
  { decide }: Experiment,
  results: Results,
  values: readonly unknown[],
  account: ProbedAccount,
): Pick<Row, "result" | "observed" | "evidence"> {
  if (typeof decide === "string") return { result: "undecided", evidence: decide };
  try {
    const { answer, seen, value } = decide(results);
    const evidence = account.evidence(answer, seen);
    if (!values.includes(value)) return { result: "unknown", evidence };
    return { result: "decided", observed: value, evidence };
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return { result: "undecided", evidence: error.message };
  }
}

/** The content of probe.json. Decided points without a setting are not part of it. */
export function probeFile(rows: readonly Row[]): string {
  const part = (result: Row["result"]) => {
    const entries = rows.filter((row) => row.result === result);
    return Object.fromEntries(
      entries.map(({ setting, observed, evidence }) => [setting, observed ?? evidence]),
    );
  };
  const isSetting = ([name]: [string, unknown]) => name in experiments;
  const settings = Object.fromEntries(Object.entries(part("decided")).filter(isSetting));
  return `${JSON.stringify({ settings, undecided: part("undecided"), unknown: part("unknown") }, undefined, 2)}\n`;
}
