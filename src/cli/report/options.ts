import type { AccountOptions } from "../account-options";
import type { PrintOptions } from "../print";

/** What `rblmonitor report` was told. */
export interface ReportOptions extends AccountOptions, PrintOptions {
  readonly html?: string;
  readonly chdir?: readonly string[];
  readonly provider?: readonly string[];
  readonly ignoreFile?: string;
}
