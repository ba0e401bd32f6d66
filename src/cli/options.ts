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

/** What every command that shows something can be told. */
export interface PrintOptions {
  readonly json?: true;
}

/** The words for that option. */
export const jsonOption = ["--json", "print JSON instead of text for people"] as const;

/** What a command that writes a report can be told. */
export interface ReportOptions<Format extends string> {
  readonly format: Format;
  readonly output?: string;
}

/** The option that chooses how a report is written. @param what is written, as in `report` */
export function formatOption(formats: readonly string[], what: string): Option {
  return new Option("--format <format>", `how the ${what} is written`).choices(formats).default("table");
}

/** The option that names a file for it. */
export function outputOption(what: string): Option {
  return new Option("--output <file>", `write the ${what} to this file instead of standard output`);
}

/** Which Terraform states a command compares the account with, beside those that it is given as files. */
export interface StateOptions {
  readonly chdir?: readonly string[];
  readonly provider?: readonly string[];
}

/** Adds to a command the options that say which states it reads, and what of them counts. */
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
