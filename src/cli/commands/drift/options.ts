import type { Kind } from "../../../service/kinds";
import type { AccountOptions } from "../../account/options";
import type { StateOptions } from "../../state/options";
import type { Format } from "./output/formats";

/** What the command was told. */
export interface DriftCommandOptions extends AccountOptions, StateOptions {
  readonly kind?: readonly Kind[];
  readonly tag?: readonly string[];
  readonly undeclared: boolean;
  readonly once?: true;
  readonly ignoreFile?: string;
  readonly format: Format;
  readonly output?: string;
}
