import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { jsonOption, withStateOptions } from "../../options";
import type { ReportCommandOptions } from "./run";

/** `rblmonitor report`: an overview of an account as a page, as a few lines, or as JSON. */
export function reportCommand(): Command {
  const command = new Command("report")
    .description("show an account overview: problems, coverage, and who is notified")
    .argument(
      "[state...]",
      "files with the output of `terraform show -json` or `terraform state pull`, to find unmanaged objects; - is standard input",
    )
    .option("--html <file>", "write the page to this file; - is standard output")
    .option("--title <text>", "title of the page (default: Monitoring report)");
  withStateOptions(command)
    .option("--ignore-file <file>", "unmanaged objects to hide (default: .rblmonitorignore, if it exists)")
    .option(...jsonOption);
  withAccountOptions(command).addHelpText("after", help);
  return command.action(async (files: readonly string[]) => {
    const { runReport } = await import("./run");
    await runReport(files, command.opts<ReportCommandOptions>(), process);
  });
}

const help = `
The page needs no network and runs no script. It names hosts, contacts, and the account's SID, never a token or the args of
contacts. Without --html, the command prints a summary. Unmanaged objects are found only if you pass a state. Each list is
read once, with one request per page.

Exit codes: 0 success, also if something needs action; 1 error.

JSON: { version, account, read, summary, counts, listed, certificates, expiry, groups, contacts, paused, undeclared,
requests, structure, notes }. Each of summary is { topic, level, text, problems }. level is action, attention, unknown, or
fine. Each of problems is { object, label, text, since, notifies, command }. Hosts, certificate monitors, and contacts have
the attributes of their data sources. Data that could not be read is null.

Examples:
  rblmonitor report --html report.html
  rblmonitor report --chdir infrastructure --html report.html --title "Mail servers"`;
