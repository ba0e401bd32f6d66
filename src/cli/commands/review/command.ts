import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { formatOption, outputOption } from "../../options";
import type { Format, ReviewCommandOptions } from "./run";

const formats: readonly Format[] = ["table", "markdown", "json"];

/** `rblmonitor review`: what a plan does to an account, what to think of before, and what it costs. */
export function reviewCommand(): Command {
  const command = new Command("review")
    .description("say what a Terraform plan does to monitoring, what to think of before, and what it costs")
    .argument("<plan>", "a plan file, or what `terraform show -json <plan file>` prints; - is standard input")
    .option("--chdir <folder>", "where the configuration of a plan file is (default: where the file is)")
    .option("--offline", "ask the account for nothing")
    .addOption(formatOption(formats, "review"))
    .addOption(outputOption("review"))
    .option("--detailed-exitcode", "exit with 2 when there are warnings");
  withAccountOptions(command).addHelpText("after", help);
  return command.action(async (file: string) => {
    const { runReview } = await import("./run");
    process.exitCode = await runReview(file, command.opts<ReviewCommandOptions>(), process);
  });
}

const help = `
Where the environment names an account, it is asked for what is left of the hour, and where it matters
for which hosts are listed and who is in a contact group. Without one the review is of the plan alone.

The exit code is 0 when it is done, also with warnings; with --detailed-exitcode it is 2 then. After an error it is 1.

JSON: { version, plan, changes, drift, warnings, spending, notes, names, others, requests_sent }. Of a value that is
sensitive it tells only that it changes.`;
