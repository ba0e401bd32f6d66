import type { Command } from "commander";
import { append } from "../arguments";

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
