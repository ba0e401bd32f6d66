import type { AccountOptions } from "../../account/options";
import type { StateOptions } from "../../state/options";

/** How a report may be written. */
export type Format = "table" | "markdown" | "json";

/** What the command was told. */
export interface MigrateOptions extends AccountOptions, StateOptions {
  readonly scan?: readonly string[];
  readonly state?: readonly string[];
  readonly format: Format;
  readonly output?: string;
}
