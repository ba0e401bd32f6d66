import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { jsonOption, withStateOptions } from "../../options";
import type { ReportCommandOptions } from "./run";

/** `rblmonitor report`: an account at a glance, as a page, as a few lines, or as JSON. */
export function reportCommand(): Command {
  const command = new Command("report")
    .description("show an account on one page: what needs action, what watches what, and who is told")
    .argument(
      "[state...]",
      "files with what `terraform show -json` or `terraform state pull` prints, to tell what nobody declared; - is standard input",
    )
    .option("--html <file>", "write the page to this file; - is standard output");
  withStateOptions(command)
    .option(
      "--ignore-file <file>",
      "rules of what not to call undeclared (default: .rblmonitorignore if there is one)",
    )
    .option(...jsonOption);
  withAccountOptions(command).addHelpText("after", help);
  return command.action(async (files: readonly string[]) => {
    const { runReport } = await import("./run");
    await runReport(files, command.opts<ReportCommandOptions>(), process);
  });
}

const help = `
The page stands alone: it loads nothing, runs no script, and follows the reader's choice of light or dark. It names
hosts, contacts and the account's SID, never a token or the args of contacts. Without --html the summary is printed.
Without a state, what nobody declared is not known, and the page says so. Each list is read once, a request for each
page of it.

The exit code is 0 when it is done, also when something needs action, and 1 after an error.

JSON: { version, account, read, summary, counts, listed, certificates, groups, contacts, paused, undeclared, requests,
structure, notes }. Each of summary is { topic, level, text }, of which level is action, attention, unknown or fine.
Hosts, certificate monitors and contacts have the attributes of their data sources. What could not be read is null.`;
