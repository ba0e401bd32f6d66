import type { PrintOptions } from "../print";

/** What `rblmonitor install` or `rblmonitor uninstall` was told. */
export interface InstallOptions extends PrintOptions {
  readonly mirror?: string;
  readonly print?: true;
}
