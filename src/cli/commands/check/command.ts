import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { wholeNumber, wideOption } from "../../options";

export function checkCommand(): Command {
  const command = new Command("check")
    .description("check now whether blocklists list addresses, domain names, or hosts of the account")
    .argument(
      "<host...>",
      "IP address, domain name, SID (HT…) or label of a host; or the id of a started check (PP…)",
    )
    .option("--details", "show what each source reports")
    .option("--wait", "wait until the checks have finished, and show the results")
    .option("--fail-if-listed", "wait, and exit with 2 if a source lists a host")
    .option("--timeout <seconds>", "how long to wait", wholeNumber, 300)
    .option("--yes", "do not ask for confirmation if several hosts have a label")
    .option("--callback <url>", "URL to which the service posts the result")
    .option(...wideOption);
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).check);
}

const help = {
  about: [
    "A check takes a while. Without --wait, the command prints its id; `rblmonitor check <id>` shows the result later. A check that does not finish in time is an error.",
    "All hosts with a label are checked. If there are several, the command asks for confirmation, or needs --yes.",
    "A host of the account that no source checks has no result, although the service reports it as not listed. To find it, the command reads profiles and sources, and with --fail-if-listed also hosts.",
  ],
  examples: [
    ["check 192.0.2.17 --wait", "check an address"],
    ["check mx-out-1 mx-out-2 --fail-if-listed", "stop a pipeline if one of two hosts is listed"],
  ],
  finding: "a source lists a host (with --fail-if-listed)",
  json: `{ id, host, name, status, finished, listed, listed_count, unchecked, results }, or { checks } with several of these for
several hosts. host is the address or SID, null for a check given by its id; name is the label by which you chose the host,
else null. unchecked is the reason why no source checks the host, else null.
results is null without --details, else a list of { source, host, listed, details }. Unknown values are null.`,
} as const;
