import type { Kind } from "../../../service/kinds";
import type { AccountOptions } from "../../account/options";

/** What `rblmonitor adopt` was told. */
export interface AdoptOptions extends AccountOptions {
  readonly language: "typescript" | "hcl";
  readonly output: string;
  readonly stdout?: true;
  readonly force?: true;
  readonly kind?: readonly Kind[];
  readonly tag?: readonly string[];
  readonly undeclared?: readonly string[];
}
