import type { AccountOptions } from "../account-options";

/** How a report may be written. */
export type Format = "table" | "markdown" | "json";

/** What the command was told. */
export interface MigrateOptions extends AccountOptions {
  readonly scan?: readonly string[];
  readonly state?: readonly string[];
  readonly chdir?: readonly string[];
  readonly provider?: readonly string[];
  readonly format: Format;
  readonly output?: string;
}
