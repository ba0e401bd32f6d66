import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { tokenVariable } from "../../cli/account/options";
import { confirm } from "../../cli/input";
import { endByInterrupt, interruptible } from "../../cli/interrupt";
import { addressWithPort } from "../../cli/options";
import { screenFor } from "../../cli/output/terminal";
import { textTable } from "../../cli/output/text-table";
import { type Finding, type OpenPointSettings, openPointValues, settingsFile } from "../../emulator/settings";
import { maxRequests, ProbedAccount, type ProbeOptions, Undecided, undecided } from "./account";
import { type Experiment, experiments, other, senders } from "./experiments";
import { markPattern, startReceiver } from "./receiver";

type Arguments = Pick<ProbeOptions, "baseUrl" | "legacyBaseUrl" | "accountSid"> & {
  readonly [name in "output" | "publicUrl" | "yes"]: string;
} & { readonly listen?: ReturnType<typeof addressWithPort> };

const plan = `The probe creates about 50 objects in this account, and deletes them again: hosts, monitors, contacts, sources, profiles
and groups with documentation addresses and a name with "rblmonitor-probe". It sends at most ${maxRequests} requests,
starts a few checks, and takes some minutes. Use an account for tests.
`;

/** A line of the table: what is expected is the default, the evidence a request with a part of its answer, or a reason. */
export type Row = Finding & Pick<Experiment, "point"> & { readonly expected: unknown };

const columns = (["point", "setting", "expected", "observed", "evidence"] as const).map((name) => ({
  title: name.toUpperCase(),
  of: (row: Row) => String(row[name] ?? (name === "observed" ? row.result : "")),
}));

/** Finds out which behaviour of the emulator an account of the service shows, and writes it for `emulator --settings`. */
export async function run(args: readonly string[]): Promise<void> {
  const { env, stdout, stderr } = process;
  const command = new Command("npm run probe --")
    .requiredOption("--base-url <url>", "root of the 4.0 API", env.RBLMONITOR_BASE_URL)
    .requiredOption("--account-sid <sid>", "SID of the account", env.RBLMONITOR_ACCOUNT_SID)
    .option("--legacy-base-url <url>", "root of the 3.0 API", env.RBLMONITOR_LEGACY_BASE_URL)
    .option("--listen <address:port>", "receive events there, as in 0.0.0.0:8080", addressWithPort)
    .option("--public-url <url>", "where the service reaches that address")
    .option("--output <file>", "write the settings to this file", "probe.json")
    .option("--yes", "do not ask")
    .addHelpText("after", `\nThe auth token is read from the variable ${tokenVariable}.\n\n${plan}`);
  const { listen, publicUrl, output, yes, ...rest }: Arguments = command.parse(args, { from: "user" }).opts();
  const { [tokenVariable]: authToken = "" } = env;
  if (authToken === "") command.error(`Set ${tokenVariable} to the auth token of the account.`);
  if (publicUrl && !listen) command.error("--public-url needs --listen.");
  if (publicUrl && !/^https?:\/\/[^/]/.test(publicUrl)) command.error("--public-url must be an HTTP URL.");
  stdout.write(`${plan}\n`);
  const stop = new AbortController();
  const interrupt = () => {
    stderr.write("Stopping: the probe removes its objects.\n");
    stop.abort();
  };
  try {
    if (!yes) await confirm("send the requests", "Nothing was sent", process, stop.signal);
    const receiver = listen && (await startReceiver(listen.host, listen.port, publicUrl));
    const options = { ...rest, authToken, receiver, wait: sleep, now: Date.now, signal: stop.signal };
    const work = () => probe(options).finally(receiver?.close);
    const { rows, sent } = await interruptible(process, interrupt, work);
    // Nothing is shortened on a terminal either: the evidence is nowhere else.
    stdout.write(`${textTable(columns, rows, screenFor(stdout, env, true))}\n`);
    await writeFile(output, settingsFile(rows));
    stdout.write(`\n${sent} requests. To emulate this: rblmonitor emulator --settings ${output}\n`);
  } catch (error) {
    if (!stop.signal.aborted) command.error(`probe failed: ${(error as Error).message}`);
  }
  endByInterrupt();
}

/** Decides all settings and points, and removes what this and earlier runs created. @throws the reason of the signal */
export async function probe(options: ProbeOptions): Promise<{ rows: readonly Row[]; sent: number }> {
  const account = new ProbedAccount(options);
  const rows: Row[] = [];
  // All plans have this list: a wrong URL ends here.
  await account.send("LIST contact_group");
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
  const values: readonly unknown[] = openPointValues[setting as keyof OpenPointSettings] ?? ["as documented"];
  const subject = { point, setting, expected: values[0] };
  try {
    if (typeof see === "string") return undecided(see);
    const answers = await account.answers(requests, senders[requests]);
    const answer = answers.at(-1) ?? undecided("nothing was answered");
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
