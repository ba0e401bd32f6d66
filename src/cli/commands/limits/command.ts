import { Command } from "commander";
import { withAccountOptions } from "../../account/options";
import { jsonOption } from "../../options";
import type { LimitsOptions } from "./run";

/** `rblmonitor limits`: what is left of the account's requests. */
export function limitsCommand(): Command {
  const command = withAccountOptions(new Command("limits"))
    .description("tell how many requests are left of the hour; asking costs one")
    .option(...jsonOption)
    .addHelpText("after", help);
  return command.action(async () => {
    const { runLimits } = await import("./run");
    await runLimits(command.opts<LimitsOptions>(), process);
  });
}

const help = `
The service tells what remains in the window that is closest to its end, often that of a second. The hour then has as
much left at least.

The exit code is 0 when it is done, and 1 after an error.

JSON: { limit, remaining, reset, policies, hour }. The first four are the attributes of the data source
rblmonitor_rate_limit; hour is { remaining, at_least, reset }, of which remaining and reset are null unless the service
told of the hour. What the service does not tell is null.`;
