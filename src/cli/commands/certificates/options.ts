import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";

/** What is told: one of the two, or both. */
export type Part = "errors" | "monitors";

/** What `rblmonitor certificates` was told. */
export interface CertificatesOptions extends AccountOptions, PrintOptions {
  readonly failIfErrors?: true;
}
