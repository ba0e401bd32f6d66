import { Command } from "commander";
import { pausableKinds } from "../../../service/kinds";
import { withAccountOptions } from "../../account/options";
import { running, withHelp } from "../../help";
import { wideOption, withSelectionOptions } from "../../options";
import type { Action } from "./run";

export function pauseCommand(): Command {
  return command("pause", "pause hosts, certificate monitors, sources, or contacts");
}

export function resumeCommand(): Command {
  return command("resume", "resume paused objects").option(
    "--from <file>",
    "resume just what `rblmonitor pause --json` paused or may have paused, by its output; - is standard input",
  );
}

function command(action: Action, description: string): Command {
  const command = new Command(action)
    .description(description)
    .argument("[objects...]", "SIDs, or names, addresses and destinations; * matches any text");
  withSelectionOptions(command, pausableKinds)
    .option("--yes", "do not ask for confirmation")
    .option(...wideOption);
  withHelp(withAccountOptions(command), help(action));
  return running(command, async () => (await import("./run")).pauseOrResume.bind(undefined, action));
}

const undo = {
  pause: {
    text: "To undo it exactly, keep its JSON and give it to `rblmonitor resume --from`: names and tags would also resume what was paused before.",
    example: [
      "pause --tag maintenance --yes --json > pause.json",
      "pause by tag, and keep what is needed to undo it",
    ],
  },
  resume: {
    text: "Names and tags also select objects that were paused before the last `rblmonitor pause`. --from selects only what that `pause` paused or may have paused.",
    example: ["resume --from pause.json", "resume what a `pause --json` has paused"],
  },
} as const;

const help = (action: Action) => ({
  about: [
    `Objects given by SID are ${action}d immediately. For names and tags, the command lists the matches and asks for confirmation, or needs --yes. The next Terraform plan reverts this if the configuration differs.`,
    undo[action].text,
    `After an error or Ctrl-C, some objects may be ${action}d: the output has the result of each. An unknown result means that the service did not confirm the request.`,
  ],
  examples: [[`${action} mx-out-7`, `${action} a host by its label`], undo[action].example] as const,
  json: `{ action, objects }. Each object is { kind, id, key, name, result, error }. result is "${action}d", "already_${action}d",
"failed", "unknown" (it may be ${action}d) or "not_tried"; error has the reason of a failure, else null.`,
});
