import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { tokenVariable } from "../../cli/account/options";
import { confirm } from "../../cli/input";
import { endByInterrupt, interruptible } from "../../cli/interrupt";
import { addressWithPort } from "../../cli/options";
import { screenFor } from "../../cli/output/terminal";
import { textTable } from "../../cli/output/text-table";
import { readBaseUrl } from "../../client/base-url";
import { settingsFile } from "../../emulator/settings";
import { maxRequests, type ProbeOptions } from "./account";
import { startReceiver } from "./receiver";
import { probe, type Row } from "./run";

type Arguments = Pick<ProbeOptions, "baseUrl" | "legacyBaseUrl" | "accountSid"> & {
  readonly [name in "output" | "publicUrl" | "yes"]: string;
} & { readonly listen?: ReturnType<typeof addressWithPort> };

const plan = `The probe creates about 50 objects in this account, and deletes them again: hosts, monitors, contacts, sources, profiles
and groups with documentation addresses and a name with "rblmonitor-probe". It sends at most ${maxRequests} requests,
starts a few checks, and takes some minutes. Use an account for tests.
`;

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
  if (authToken === "") throw new Error(`Set ${tokenVariable} to the auth token of the account.`);
  for (const url of [rest.baseUrl, rest.legacyBaseUrl]) if (url) readBaseUrl(url, false);
  if (publicUrl && !listen) throw new Error("--public-url needs --listen.");
  stdout.write(`${plan}\n`);
  const stop = new AbortController();
  const question = { question: "Continue?", purpose: "send the requests", otherwise: "Nothing was sent" };
  if (!yes) await confirm(question, process, stop.signal);
  const receiver = listen && (await startReceiver(listen.host, listen.port, publicUrl));
  const interrupt = () => {
    stderr.write("Stopping: the probe removes its objects.\n");
    stop.abort();
  };
  const work = () => probe({ ...rest, authToken, receiver, wait: sleep, now: Date.now, signal: stop.signal });
  try {
    const { rows, sent } = await interruptible(process, interrupt, work);
    stdout.write(`${textTable(columns, rows, screenFor(stdout, env))}\n`);
    await writeFile(output, settingsFile(rows));
    stdout.write(`\n${sent} requests. To emulate this: rblmonitor emulator --settings ${output}\n`);
  } finally {
    await receiver?.close();
    endByInterrupt();
  }
}
