import type { PrintOptions } from "../../output/print";

/** What `rblmonitor install` or `rblmonitor uninstall` was told. */
export interface InstallOptions extends PrintOptions {
  readonly mirror?: string;
  readonly print?: true;
}
