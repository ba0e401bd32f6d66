import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { jsonOption, wholeNumber } from "../../options";
import type { CheckOptions } from "./run";

/** `rblmonitor check`: one check of an address, a name or a host, now. */
export function checkCommand(): Command {
  const command = withAccountOptions(new Command("check"))
    .description("ask the sources whether they list an address, a domain name or a host of the account")
    .argument(
      "<host>",
      "IP address, domain name, or SID of a host (HT…); or the id of a check that was started (PP…)",
    )
    .option("--details", "tell what each source says")
    .option("--wait", "wait until the check has finished, and tell what it found")
    .option("--fail-if-listed", "wait, and end with exit code 2 if a source lists the host")
    .option("--timeout <seconds>", "how long to wait for the check", wholeNumber, 300)
    .option("--callback <url>", "URL to which the service posts the result")
    .option(...jsonOption)
    .addHelpText("after", help);
  return command.action(async (host: string) => {
    const { runCheck } = await import("./run");
    process.exitCode = await runCheck(host, command.opts<CheckOptions>(), process);
  });
}

const help = `
A check takes a while. Without --wait its id is printed, and rblmonitor check <id> tells later what it found.

The exit code is 0 when it is done, 1 after an error or when a check that is waited for has not finished in time, and 2
when a source lists the host and --fail-if-listed is given.

JSON: { id, host, status, finished, listed, listed_count, results }. host is null when a check is asked for by its id;
results is null without --details, else a list of { source, host, listed, details }. What is not known yet is null.`;
