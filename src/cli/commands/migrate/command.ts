import { Command, Option } from "commander";
import { withAccountOptions } from "../../account/options";
import { append, formatOption, jsonOption, outputOption, withStateOptions } from "../../options";
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
    .option(
      "--state <file>",
      "a file with what `terraform show -json` or `terraform state pull` prints; - is standard input; repeat for several",
      append,
    );
  withStateOptions(command)
    .addOption(formatOption(formats, "report"))
    .addOption(new Option(...jsonOption).implies({ format: "json" }))
    .addOption(outputOption("report"));
  withAccountOptions(command).addHelpText("after", help);
  return command.action(async () => {
    const { runMigrate } = await import("./run");
    process.exitCode = await runMigrate(command.opts<MigrateOptions>(), process);
  });
}

const help = `
Without --scan the account is read through both interfaces, at --base-url and --legacy-base-url: a request for each page of
each list, and for what differs one or two more. What they tell is compared object by object, and what states hold of the
account with both. Counts, results of checks and args of contacts are not compared. Nothing is written anywhere.

With --scan, files of any language are read for what has changed: paths, parameters, flags compared with 0 or 1, names of
counts, sizes of pages. Texts that a program puts together are looked at in one piece. A path counts if it has the version
segment 3.0, a SID, .json, or a word that only this service has, such as rblprofile; any other, such as /hosts, only in a
file that has something of this service's own as well. So does a name that other programs may have, such as is_default.
What a program makes of words that it puts together elsewhere is not found. With --legacy-base-url, base URLs of other
services that have a version 3.0 are left out. Passed over are node_modules, .git, .hg, .svn and .terraform, what links
point to, what is no text, and files of more than 16 MB, which are told. Of a text nothing is shown but words of the service.

The exit code is 0 when nothing stands in the way, 2 when something does, and 1 after an error.

JSON: { version, plans_empty, kinds, differences, only, states, declared, state_differences, available, notes, requests }
of an account, and { version, folders, files, breaking, findings, skipped } of a scan, of which each finding has type,
file, lines, count, found, replacement, point (the number of the breaking change in the service's documentation), breaks
(whether it fails with version 4.0 as it stands), and for a call operation and parameters.`;
