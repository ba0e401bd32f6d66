import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";

/** What the commands on contacts were told. */
export interface ContactsOptions extends AccountOptions, PrintOptions {
  readonly status?: string;
}
