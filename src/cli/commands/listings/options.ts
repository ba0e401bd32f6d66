import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";

/** What `rblmonitor listings` was told. */
export interface ListingsOptions extends AccountOptions, PrintOptions {
  readonly tag?: readonly string[];
  readonly failIfListed?: true;
}
