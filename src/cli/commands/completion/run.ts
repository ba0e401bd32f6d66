import type { Command, Option } from "commander";

/** A completion of a word. */
export interface Candidate {
  readonly word: string;
  /** Its description, in one line; may be empty. */
  readonly description: string;
}

/**
 * The completions of the last word of a command line, from the commands, their options, their choices, and the names of
 * the account's objects. Of a value with commas, the part behind the last one is completed.
 * @param words the arguments of the program; the last one is incomplete, and may be empty
 * @param valuesOf the possible values of an option or argument
 */
export async function candidates(
  program: Command,
  words: readonly string[],
  valuesOf: (place: { command: string; of: string }) => Promise<readonly string[]>,
): Promise<readonly Candidate[]> {
  const last = words.at(-1) ?? "";
  const { command, pending, given, isLiteral } = placeOf(program, words.slice(0, -1));
  if (pending === undefined && last.startsWith("-") && !isLiteral) return starting(last, optionsOf(command));
  const argument =
    command.registeredArguments[given] ?? command.registeredArguments.findLast((one) => one.variadic);
  const choices = pending === undefined ? argument?.argChoices : pending.argChoices;
  const of = pending?.long ?? argument?.name();
  const values = of === undefined ? [] : await valuesOf({ command: pathOf(command), of });
  const begin = pending === undefined ? "" : last.slice(0, last.lastIndexOf(",") + 1);
  return starting(last, [
    ...(pending === undefined && given === 0 && !isLiteral ? subcommandsOf(command) : []),
    ...choicesOf(choices),
    ...choicesOf(values.map((value) => begin + value)),
  ]);
}

function starting(begin: string, all: readonly Candidate[]): Candidate[] {
  return all.filter(({ word }) => word.startsWith(begin));
}

/** The words of a command after the program's name. */
function pathOf(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

interface Place {
  readonly command: Command;
  /** The option that waits for its value. */
  readonly pending: Option | undefined;
  /** How many arguments of the command are complete. */
  readonly given: number;
  /** Whether `--` has been given, behind which everything is an argument. */
  readonly isLiteral: boolean;
}

function placeOf(program: Command, before: readonly string[]): Place {
  let command = program;
  let pending: Option | undefined;
  let given = 0;
  let isLiteral = false;
  for (const word of before) {
    if (pending !== undefined) {
      pending = undefined;
      continue;
    }
    if (!isLiteral && word === "--") {
      isLiteral = true;
      continue;
    }
    if (!isLiteral && word.startsWith("-") && word !== "-") {
      const option = command.options.find(({ long, short }) => long === word || short === word);
      if (option?.required === true) pending = option;
      continue;
    }
    const next =
      given === 0 && !isLiteral ? visible(command).find((each) => each.name() === word) : undefined;
    if (next === undefined) given += 1;
    else command = next;
  }
  return { command, pending, given, isLiteral };
}

function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

function subcommandsOf(command: Command): Candidate[] {
  return visible(command).map((each) => candidate(each.name(), each.description()));
}

function optionsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => candidate(long ?? short ?? "", description));
}

function choicesOf(choices: readonly string[] | undefined): Candidate[] {
  return (choices ?? []).map((choice) => candidate(choice, ""));
}

function candidate(word: string, description: string): Candidate {
  return { word, description: description.replace(/\s+/g, " ") };
}
