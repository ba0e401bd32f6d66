import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { withCommentOptions, withProviderOption, withReportOptions } from "../../options";
import { destroyLimit } from "./destroy-limit";
import type { Format } from "./run";

const formats: readonly Format[] = ["table", "markdown", "json"];

export function reviewCommand(): Command {
  const command = new Command("review")
    .description("review what a Terraform plan does to monitoring, with warnings and cost in requests")
    .argument("<plan>", "plan file, or output of `terraform show -json <plan file>`; - is standard input")
    .option("--chdir <folder>", "folder of the configuration of a plan file (default: its own folder)")
    .option("--offline", "do not query the account")
    .option(
      "--max-destroyed <limit>",
      "exit with 2 if more objects are destroyed or replaced, such as 5 or 10%",
      destroyLimit,
    )
    .option("--detailed-exitcode", "exit with 2 if there are warnings");
  withProviderOption(command);
  withCommentOptions(withReportOptions(command, formats, "review"), "review");
  // A review need not wait for the limits that it reports.
  return running(withHelp(withAccountOptions(command, 0), help), async () => (await import("./run")).review);
}

const help = {
  about: [
    "If the environment names an account, the command queries it for the remaining requests, and if needed for listed hosts and contacts. Otherwise it reviews only the plan.",
  ],
  examples: [
    ["review change.tfplan", "review a plan file"],
    [
      "review change.tfplan --detailed-exitcode --max-destroyed 10%",
      "stop a pipeline at warnings, or if a plan destroys more than a tenth of the objects",
    ],
    [
      "review change.tfplan --github-comment",
      "create or update a comment on the pull request of a GitHub workflow",
    ],
  ],
  finding: "more is destroyed than --max-destroyed allows, or there are warnings (with --detailed-exitcode)",
  json: `{ version, plan, failure, changes, actions, drift, warnings, coverage, cost, notes, names, others, requests_sent }. failure says why the
plan was not reviewed or a configured account not read, else null. coverage counts before and after what is watched and whose alerts reach someone. A
bound that is not known is null. Sensitive values are left out.`,
} as const;
