import { type Command, InvalidArgumentError, Option } from "commander";

/** An argument that is a whole number. @throws InvalidArgumentError for another text */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
  return Number(text);
}

/** An argument that is a whole number other than 0. @throws InvalidArgumentError for another text */
export function oneOrMore(text: string): number {
  if (/^0*$/.test(text)) throw new InvalidArgumentError("It must be 1 or more.");
  return wholeNumber(text);
}

/** An argument that may be repeated: all that were given. */
export function append(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

/** Options of every command that prints. */
export interface PrintOptions {
  readonly json?: true;
}

/** Flag and description of that option. */
export const jsonOption = ["--json", "print JSON instead of text for people"] as const;

/** Options of every command that writes a report. */
export interface ReportOptions<Format extends string> {
  readonly format: Format;
  readonly output?: string;
}

/** The option for the format. @param what the command writes, as in `report` */
export function formatOption(formats: readonly string[], what: string): Option {
  return new Option("--format <format>", `how the ${what} is written`).choices(formats).default("table");
}

/** The option for the file. */
export function outputOption(what: string): Option {
  return new Option("--output <file>", `write the ${what} to this file instead of standard output`);
}

/** Options that select Terraform states, in addition to files. */
export interface StateOptions {
  readonly chdir?: readonly string[];
  readonly provider?: readonly string[];
}

/** Adds these options to a command. */
export function withStateOptions(command: Command): Command {
  return command
    .option(
      "--chdir <folder>",
      "read the state of the configuration there, with Terraform; repeat for several",
      append,
    )
    .option(
      "--provider <name>",
      "only what this configuration of the provider manages, such as default or eu; repeat for several",
      append,
    );
}
