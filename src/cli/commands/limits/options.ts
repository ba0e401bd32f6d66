import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";

/** What `rblmonitor limits` was told. */
export interface LimitsOptions extends AccountOptions, PrintOptions {}
