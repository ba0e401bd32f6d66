import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { wideOption, withTagOption } from "../../options";

export function hostsCommand(): Command {
  const command = withTagOption(new Command("hosts"), "hosts")
    .description("list hosts with their status, monitoring profile and contact groups")
    .option("--profile <profile>", "only hosts with this monitoring profile, by its name or SID")
    .option("--group <group>", "only hosts that notify this contact group, by its name or SID")
    .option("--status <status>", "only hosts with this status, such as paused")
    .option("--listed", "only hosts that are listed now")
    .option(...wideOption);
  return running(withHelp(withAccountOptions(command), help), async () => (await import("./run")).hosts);
}

const help = {
  examples: [
    ["hosts --status paused", "show hosts that are not monitored"],
    ["hosts --listed --group 'Mail team'", "show the listed hosts whose alerts a group gets"],
    ["hosts --group 'Mail team' --tag outbound", "show the outbound hosts whose alerts a group gets"],
  ],
  json: "{ hosts }. Each host has the attributes of the data source rblmonitor_host.",
} as const;
