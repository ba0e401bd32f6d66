import type { PausableKind } from "../../../service/kinds";
import type { AccountOptions } from "../../account/options";
import type { PrintOptions } from "../../output/print";

/** What `rblmonitor pause` or `rblmonitor resume` was told. */
export interface PauseOptions extends AccountOptions, PrintOptions {
  readonly kind?: readonly PausableKind[];
  readonly tag?: readonly string[];
  readonly yes?: true;
}
