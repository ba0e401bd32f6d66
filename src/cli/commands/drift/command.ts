import { Command } from "commander";
import { kindNames } from "../../../service/kinds";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { withCommentOptions, withReportOptions, withSelectionOptions, withStateOptions } from "../../options";
import type { Format } from "./run";

const formats: readonly Format[] = ["table", "json", "markdown", "sarif", "junit"];

export function driftCommand(): Command {
  const command = new Command("drift")
    .description("compare an account with Terraform states: changed, missing, and unmanaged objects")
    .argument("[state...]", "the same as --state");
  withSelectionOptions(withStateOptions(command), kindNames)
    .option("--no-undeclared", "do not report unmanaged objects")
    .option(
      "--defaults",
      "report default profiles and groups too, which the service creates in every account",
    )
    .option(
      "--once",
      "read each list once instead of until two readings agree; needs half the requests, but may miss concurrent changes",
    )
    .option("--ignore-file <file>", "file with objects to ignore (default: .rblmonitorignore if it exists)");
  withCommentOptions(withReportOptions(command, formats, "report"), "report");
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).drift);
}

const help = {
  about: [
    "Without a state, the command reads the state of the configuration in the current folder.",
    `An ignore file has one rule per line, a kind and a pattern of SIDs, names or addresses:
  host *.lab.example.com
  contact_group "Default*"
  host.tags *                  # only this attribute
  * HT0123456789abcdef0123456789abcdef`,
  ],
  examples: [
    ["drift", "compare the account with the state of this folder"],
    ["drift --state a.json --state b.json --kind host", "compare the hosts of two states"],
    ["drift --github-comment", "create or update a comment on the pull request of a GitHub workflow"],
  ],
  finding: "drift was found",
  json: `{ version, states, kinds, read, complete, counts, requests, findings, notes, names }. Each finding has type (changed, gone,
repeated or undeclared), kind, id, and as far as known key, name, address, state and attributes. Of a host within a declared subnet,
it has member, with id and key of that host. An object that several resources have is repeated, with their places. Counts of changed,
gone and repeated are those of findings. complete is false if a list lacks objects, which may be unmanaged,
or if the service refuses one that every plan includes.`,
} as const;
