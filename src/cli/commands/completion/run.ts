import type { Argument, Command, Option } from "commander";
import { contactStatuses } from "../../../service/enumerations";
import { kindNames, pausableKinds } from "../../../service/kinds";
import { eventTable } from "../../../webhooks/event-table";

/**
 * The completions of the last word of a command line, from the commands, their options, and the values that these take. Of
 * a value with commas, the part behind the last one is completed.
 * @param helpTopics what `help` takes in addition to commands
 * @param words the arguments of the program; the last one is incomplete, and may be empty
 */
export function candidates(program: Command, helpTopics: readonly string[], words: readonly string[]) {
  // An option and its value may be one word, as in zsh, or three, as in bash: --format=, or --format, = and the value.
  const separate = words.flatMap(
    (word) => /^(--[\w-]+)=(.*)$/s.exec(word)?.slice(1) ?? (word === "=" ? [] : word),
  );
  const last = words.at(-1) === "=" ? "" : (separate.at(-1) ?? "");
  const before = words.at(-1) === "=" ? separate : separate.slice(0, -1);
  const { command, pending, complete, isLiteral } = placeOf(program, before);
  const starting = (all: readonly Candidate[]) => all.filter(({ word }) => word.startsWith(last));
  if (pending === undefined && last.startsWith("-") && !isLiteral) return starting(optionsOf(command));
  const { registeredArguments } = command;
  const argument = registeredArguments[complete] ?? registeredArguments.findLast(({ variadic }) => variadic);
  const taker = pending ?? argument;
  const values = taker === undefined ? [] : valuesOf(command, taker);
  const begin = pending === undefined ? "" : last.slice(0, last.lastIndexOf(",") + 1);
  return starting([
    ...(pending === undefined && complete === 0 && !isLiteral
      ? visible(command).map((each) => candidate(each.name(), each.description()))
      : []),
    ...values.map((value) => candidate(begin + value)),
    ...(before.join(" ") === "help" ? helpTopics : []).map((topic) => candidate(topic)),
  ]);
}

/** Where the complete words lead: to a command, an option that waits for its value, and a number of complete arguments. */
function placeOf(program: Command, before: readonly string[]) {
  let command = program;
  let pending: Option | undefined;
  let complete = 0;
  // Behind `--`, everything is an argument.
  let isLiteral = false;
  for (const word of before) {
    if (pending !== undefined) pending = undefined;
    else if (!isLiteral && word === "--") isLiteral = true;
    else if (!isLiteral && /^-./.test(word))
      pending = command.options.find(
        ({ long, short, required }) => required && (long === word || short === word),
      );
    else {
      const mayName = complete === 0 && !isLiteral;
      const next = mayName ? visible(command).find((each) => each.name() === word) : undefined;
      if (next === undefined) complete += 1;
      // `help` takes the names of commands, as if it were not there.
      else if (next.name() !== "help") command = next;
    }
  }
  return { command, pending, complete, isLiteral };
}

function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function optionsOf(command: Command): Candidate[] {
  // Those of the account are not part of the command's help.
  const options = new Set([...command.options, ...command.createHelp().visibleOptions(command)]);
  return [...options].map(({ long, short, description }) => candidate(long ?? short ?? "", description));
}

type Candidate = ReturnType<typeof candidate>;

/** A word, and its description in one line, which may be empty. */
function candidate(word: string, description = "") {
  return { word, description: description.replace(/\s+/g, " ") };
}

const eventTypes = Object.keys(eventTable);

/** The values of options and arguments that are checked when they are used, by name. */
const otherValues: Readonly<Record<string, readonly string[]>> = {
  "--status": contactStatuses,
  "--unsigned": eventTypes,
  types: eventTypes,
};

function valuesOf(command: Command, taker: Option | Argument): readonly string[] {
  const name = "long" in taker ? taker.long : taker.name();
  if (name === "--kind") return /^(pause|resume)$/.test(command.name()) ? pausableKinds : kindNames;
  return taker.argChoices ?? otherValues[name ?? ""] ?? [];
}
