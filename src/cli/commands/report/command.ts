import { Command, Option } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { failIfExpiringOption, withFormatOptions, withStateOptions } from "../../options";
import type { Format } from "./run";

const formats: readonly Format[] = ["table", "markdown", "json", "prometheus"];

/** `rblmonitor report`: an overview of an account as a page, as a few lines, or as JSON. */
export function reportCommand(): Command {
  const command = new Command("report")
    .description("show problems, news, expiring certificates and coverage, also for Prometheus")
    .argument("[state...]", "the same as --state")
    .option("--html <file>", "write a self-contained HTML page; - is standard output")
    .option("--title <text>", "title of the page (default: Monitoring report)")
    .option(
      "--since <file>",
      "report what is new and gone since this earlier `report --json`; - is standard input",
    );
  withStateOptions(command)
    .option("--ignore-file <file>", "file with objects to ignore (default: .rblmonitorignore if it exists)")
    .addOption(
      new Option(
        "--fail-on <level>",
        "exit with 2 if something needs action (action), also if it is worth a look (attention), or if it is new since --since (new)",
      ).choices(["action", "attention", "new"]),
    )
    .option(...failIfExpiringOption);
  withFormatOptions(command, formats, "report");
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).report);
}

const help = {
  about: [
    "The page needs no network and runs no script. It names hosts, contacts, and the account's SID, never a token or the args of contacts. Unmanaged objects are found only if you pass a state. Each list is read once, with one request per page.",
    "With --since, the report begins with what is new and gone: listings, certificate errors, contact groups that reach no one, and hosts and certificates that are not watched. --fail-on new exits with 1 if a report is incomplete, since something may be new.",
    "--format prometheus prints the figures for the textfile collector of node_exporter, and for Zabbix.",
  ],
  examples: [
    ["report", "show what needs action"],
    ["report --fail-on action", "stop a pipeline if something needs action"],
    ["report --json --output yesterday.json", "keep a report for --since"],
    ["report --since yesterday.json --fail-on new", "show what is new since yesterday"],
    ["report --fail-if-expiring 14", "fail if a certificate expires within two weeks"],
    ["report --format prometheus --output rblmonitor.prom", "replace a file with metrics"],
    [
      "report --chdir infrastructure --html report.html --title Mail",
      "write the page, with unmanaged objects",
    ],
  ],
  finding:
    "something needs action or attention or is new (with --fail-on), or a certificate expires (with --fail-if-expiring)",
  json: `{ version, account, read, complete, summary, counts, listed, certificates, groups, contacts, coverage, objects, unchecked, paused,
paused_as_declared, unknown_status, undeclared, requests, structure, since, notes }. Each of summary is { topic, level, text, count, problems }. level is action, attention, unknown, or
fine. Each of problems is { object, label, text, since, notifies, command }. since is { read, new, gone, unknown } with --since. Hosts, certificate monitors, and contacts have
the attributes of their data sources. Data that could not be read is null; complete is false if that was not the account's plan, such as when requests ran out.`,
} as const;
