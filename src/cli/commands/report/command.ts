import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { withHelp } from "../../help";
import { jsonOption, withStateOptions } from "../../options";
import type { ReportCommandOptions } from "./run";

/** `rblmonitor report`: an account at a glance, as a page, as a few lines, or as JSON. */
export function reportCommand(): Command {
  const command = new Command("report")
    .description("show what needs action in an account, on the terminal or as an HTML page")
    .argument("[state...]", "the same as --state")
    .option("--html <file>", "write a self-contained HTML page; - is standard output");
  withStateOptions(command)
    .option("--ignore-file <file>", "file with objects to ignore (default: .rblmonitorignore if it exists)")
    .option(...jsonOption);
  withHelp(withAccountOptions(command), help);
  return command.action(async (files: readonly string[]) => {
    const { runReport } = await import("./run");
    await runReport(files, command.opts<ReportCommandOptions>(), process);
  });
}

const help = {
  about: [
    "The page loads nothing, runs no script, and follows the reader's choice of light or dark. It names hosts, contacts and the account's SID, never a token or the args of contacts. Unmanaged objects are shown only with a state.",
  ],
  examples: [
    ["report", "show what needs action"],
    ["report --chdir production --html report.html", "write the page, with unmanaged objects"],
  ],
  json: `{ version, account, read, summary, counts, listed, certificates, groups, contacts, paused, undeclared, requests, structure,
notes }. Each of summary is { topic, level, text }; level is action, attention, unknown or fine. Hosts, certificate monitors and
contacts have the attributes of their data sources. What could not be read is null.`,
} as const;
