import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { withExamples } from "../../help";
import { withReportOptions, withStateOptions } from "../../options";
import type { Format, MigrateOptions } from "./run";

const formats: readonly Format[] = ["table", "markdown", "json"];

/** `rblmonitor migrate`: what stands between an account, its states and its programs, and version 4.0 of the service. */
export function migrateCommand(): Command {
  const command = new Command("migrate")
    .description("tell what stands in the way of version 4.0: in an account and its states, or in programs")
    .option(
      "--scan <folders...>",
      "look for calls of version 3.0 in the programs and logs there, and ask no account",
    )
    .option("--strict", "with --scan, exit with 2 also for what is only to be looked at");
  withReportOptions(withStateOptions(command), formats, "report");
  withAccountOptions(command).addHelpText("after", help);
  withExamples(command, [
    ["migrate --chdir production", "compare the account through both interfaces, and a state"],
    ["migrate --scan scripts", "find calls of version 3.0 in programs"],
  ]);
  return command.action(async () => {
    const { runMigrate } = await import("./run");
    process.exitCode = await runMigrate(command.opts<MigrateOptions>(), process);
  });
}

const help = `
Without --scan the account is read through both interfaces, at --base-url and --legacy-base-url: a request for each page of
each list, and for what differs one or two more. What they tell is compared object by object, and what states hold of the
account with both. Counts, results of checks and args of contacts are not compared. Nothing is written anywhere.

With --scan, the command reads programs, settings, pages and logs of any language, and finds calls of version 3.0, their
parameters, flags compared with 0 or 1, names of counts, and sizes of pages. It joins the pieces of a path as the program
does, follows single words that a program gives to its own functions, and leaves out comments. Each finding is graded:

  change   It is of version 3.0 for certain, and fails with version 4.0.
  likely   It is of version 3.0 unless another service has the same paths, and fails with version 4.0.
  look     It may be another service's, or goes on working.

Evidence adds up over a file and all folders: a base URL that ends in /3.0, words that only this service has, such as
rblprofile, its fields, its SIDs. A file that uses the service and of which no call was understood is listed as such: read
it yourself. With --legacy-base-url, the command ignores base URLs of other services. It does not read node_modules, .git,
.hg, .svn and .terraform, targets of symbolic links, binary files, and files of more than 16 MB, which it lists. The report
contains only words of the service, and no secrets.

The exit code is 0 when nothing must change, 2 when something must (grades change and likely), and 1 after an error. With
--strict, it is 2 also when there is something to look at or a file that was not understood.

JSON: { version, plans_empty, kinds, differences, only, states, declared, state_differences, available, notes, requests }
of an account, and { version, folders, files, breaking, findings, not_understood, skipped } of a scan, of which each
finding has type, file, lines, count, found, replacement, point (the number of the breaking change in the service's
documentation), breaks (whether it fails with version 4.0 as it stands), grade (certain, likely or look), and for a call
operation and parameters.`;
