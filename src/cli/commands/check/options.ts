import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";

/** What `rblmonitor check` was told. */
export interface CheckOptions extends AccountOptions, PrintOptions {
  readonly details?: true;
  readonly wait?: true;
  readonly failIfListed?: true;
  readonly timeout: number;
  readonly callback?: string;
}
