import { Command } from "commander";
import { pausableKinds } from "../../../service/kinds";
import { kindList } from "../../account/kinds";
import { withAccountOptions } from "../../account/options";
import { append, jsonOption } from "../../options";
import type { Action, PauseOptions } from "./targets";

/** `rblmonitor pause`: stops checks or notifications until they are resumed. */
export function pauseCommand(): Command {
  return command("pause", "stop the checks of hosts and monitors, the use of sources, or notifications");
}

/** `rblmonitor resume`: the opposite. */
export function resumeCommand(): Command {
  return command("resume", "start again what is paused");
}

function command(action: Action, description: string): Command {
  const command = withAccountOptions(new Command(action))
    .description(description)
    .argument("[objects...]", "SIDs, or names, addresses and destinations, in which * stands for any text")
    .option("--tag <tag>", "only what has this tag; repeat for several, of which one is enough", append)
    .option(
      "--kind <kinds>",
      `only these kinds, with commas between: ${pausableKinds.join(", ")}`,
      kindList(pausableKinds),
    )
    .option("--yes", "do it without asking")
    .option(...jsonOption)
    .addHelpText("after", help(action));
  return command.action(async (objects: readonly string[]) => {
    const { runPause } = await import("./run");
    process.exitCode = await runPause(action, objects, command.opts<PauseOptions>(), process);
  });
}

const help = (action: Action): string => `
Objects that are named by their SID are ${action}d at once. What is chosen by name or tag is shown first, and ${action}d
when you say yes, or when --yes is given. Terraform plans to undo it where a configuration says otherwise.

The exit code is 0 when all of it is ${action}d, also if it was so before, and 1 after an error. Then some of it may be
${action}d: the output says of each object what became of it.

JSON: { action, objects }. Each of objects is { kind, id, key, name, result, error }: result is "${action}d",
"already_${action}d", "failed" or "not_tried"; error says why it failed, else it is null.`;
