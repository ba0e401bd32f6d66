import { Command, Option } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { wideOption, withTagOption } from "../../options";

export function listingsCommand(): Command {
  const command = withTagOption(new Command("listings"), "hosts")
    .description("list the hosts on blocklists, newest listing first")
    .addOption(
      new Option("--by <group>", "group by host or by source (blocklist)")
        .choices(["host", "source"])
        .default("host"),
    )
    .option("--fail-if-listed", "exit with 2 if a host is listed")
    .option(...wideOption);
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).listings);
}

const help = {
  examples: [
    ["listings", "show listed hosts and their blocklists"],
    ["listings --by source", "show blocklists and the hosts on them"],
    ["listings --tag outbound --fail-if-listed", "stop a pipeline if an outbound host is listed"],
  ],
  finding: "a host is listed (with --fail-if-listed)",
  json: `{ total_listed, hosts }, with --by source also sources. total_listed is the number of listed hosts in the account,
whatever the tags, or null if the service does not report it. Each host has the attributes of the data source
rblmonitor_host; each source is { source, host, listed }, in which listed has the SIDs of hosts.`,
} as const;
