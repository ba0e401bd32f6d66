import { type Finding, openPointValues } from "../../emulator/settings";
import { markPattern, ProbedAccount, type ProbeOptions, Undecided, undecided } from "./account";
import { type Experiment, experiments, other, senders } from "./experiments";

/** A line of the table: what is expected is the default, the evidence a request with a part of its answer, or a reason. */
export type Row = Finding & Pick<Experiment, "point"> & { readonly expected: unknown };

/** Decides all settings and points, and removes what this and earlier runs created. @throws the reason of the signal */
export async function probe(options: ProbeOptions): Promise<{ rows: readonly Row[]; sent: number }> {
  const account = new ProbedAccount(options);
  const rows: Row[] = [];
  try {
    await account.removeAll();
    for (const [setting, experiment] of Object.entries<Experiment>(experiments))
      rows.push(await rowOf(setting, experiment, account));
  } finally {
    for (const left of await account.removeAll())
      process.stderr.write(`Not removed: ${left}. Run the probe again.\n`);
  }
  return { rows, sent: account.sent };
}

async function rowOf(setting: string, experiment: Experiment, account: ProbedAccount): Promise<Row> {
  const { point, requests, see, shown } = experiment;
  const values = (openPointValues as Readonly<Record<string, readonly unknown[]>>)[setting] ?? [
    "as documented",
  ];
  const subject = { point, setting, expected: values[0] };
  try {
    if (typeof see === "string") return undecided(see);
    const answers = await account.answers(requests, senders[requests]);
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
