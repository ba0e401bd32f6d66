import { Command } from "commander";
import { kindList, kindNames } from "../../account/kinds";
import { withAccountOptions } from "../../account/options";
import { append, formatOption, outputOption, withStateOptions } from "../../options";
import type { DriftCommandOptions, Format } from "./run";

const formats: readonly Format[] = ["table", "json", "markdown", "sarif", "junit"];

/** `rblmonitor drift`: what an account has otherwise than Terraform states, and what it has that nobody declared. */
export function driftCommand(): Command {
  const command = new Command("drift")
    .description(
      "compare an account with Terraform states: what differs, what is gone, and what nobody declared",
    )
    .argument(
      "[state...]",
      "files with what `terraform show -json` or `terraform state pull` prints; - is standard input",
    );
  withStateOptions(command)
    .option(
      "--kind <kinds>",
      `only these kinds, with commas between: ${kindNames.join(", ")}`,
      kindList(kindNames),
    )
    .option(
      "--tag <tag>",
      "only objects that have this tag; repeat for several, of which one is enough",
      append,
    )
    .option("--no-undeclared", "do not look for objects that nobody declared")
    .option(
      "--once",
      "read each list once instead of until two readings agree: half the requests for a large account of which nothing is gone, but what changes meanwhile may be told half",
    )
    .option(
      "--ignore-file <file>",
      "rules of what not to report (default: .rblmonitorignore if there is one)",
    )
    .addOption(formatOption(formats, "report"))
    .addOption(outputOption("report"))
    .addHelpText("after", help);
  withAccountOptions(command);
  return command.action(async (files: readonly string[]) => {
    const { runDrift } = await import("./run");
    process.exitCode = await runDrift(files, command.opts<DriftCommandOptions>(), process);
  });
}

const help = `
Without a file and without --chdir, the state of the configuration in the current folder is read.
The exit code is 0 when there is no drift, 2 when there is, and 1 after an error.

An ignore file has a rule on each line, a kind and a pattern of SIDs, names or addresses:
  host *.lab.example.com
  contact_group "Default*"
  host.tags *                  # this attribute alone
  * HT0123456789abcdef0123456789abcdef`;
