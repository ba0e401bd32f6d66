import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { append, jsonOption } from "../../options";
import type { ListingsOptions } from "./run";

/** `rblmonitor listings`: the hosts that are listed now. */
export function listingsCommand(): Command {
  const command = withAccountOptions(new Command("listings"))
    .description("list the hosts of the account that a source lists now")
    .option(
      "--tag <tag>",
      "only hosts that have this tag; repeat for several, of which one is enough",
      append,
    )
    .option("--fail-if-listed", "end with exit code 2 if there is any")
    .option(...jsonOption)
    .addHelpText("after", help);
  return command.action(async () => {
    const { runListings } = await import("./run");
    process.exitCode = await runListings(command.opts<ListingsOptions>(), process);
  });
}

const help = `
The exit code is 0 when it is done, 1 after an error, and 2 when a host is listed and --fail-if-listed is given.

JSON: { total_listed, hosts }. total_listed is how many hosts of the account are listed, whatever tags are asked for, or
null if the service does not tell. Each of hosts has the attributes of the data source rblmonitor_host.`;
