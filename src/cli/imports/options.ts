import type { AccountOptions } from "../account-options";
import type { PrintOptions } from "../print";

/** What the command was told. */
export interface ImportsOptions extends AccountOptions, PrintOptions {
  readonly chdir?: string;
  readonly output?: string;
  readonly stdout?: true;
}
