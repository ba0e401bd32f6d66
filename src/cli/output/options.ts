import { Option } from "commander";

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
