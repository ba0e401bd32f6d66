import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";
import type { StateOptions } from "../../state/options";

/** What `rblmonitor report` was told. */
export interface ReportOptions extends AccountOptions, StateOptions, PrintOptions {
  readonly html?: string;
  readonly ignoreFile?: string;
}
