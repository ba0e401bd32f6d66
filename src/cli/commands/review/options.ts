import type { AccountOptions } from "../../account/options";
import type { Format } from "./output/formats";

/** What the command was told. */
export interface ReviewCommandOptions extends AccountOptions {
  readonly chdir?: string;
  readonly offline?: true;
  readonly format: Format;
  readonly output?: string;
  readonly detailedExitcode?: true;
}
