import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";

export function limitsCommand(): Command {
  const command = new Command("limits").description(
    "show how many requests are left in this hour; needs one request",
  );
  return running(withHelp(withAccountOptions(command, 0), help), async () => (await import("./run")).limits);
}

const help = {
  about: [
    "The API reports only the tightest limit, often that of a second. The hour then has at least as many requests left.",
  ],
  examples: [["limits", "show the remaining requests"]],
  json: `{ limit, remaining, reset, policies, hour, sent }. The first four are the attributes of the data source rblmonitor_rate_limit.
hour is { remaining, at_least, reset }; remaining and reset are null unless the service reported the hour. sent has
the requests of this run. Unknown values are null.`,
} as const;
