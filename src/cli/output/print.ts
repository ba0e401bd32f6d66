import type { Surroundings } from "../account/session";
import { type Paint, paintFor } from "./terminal";

/** What every command that shows something can be told. */
export interface PrintOptions {
  readonly json?: true;
}

/** The words for that option. */
export const jsonOption = ["--json", "print JSON instead of text for people"] as const;

/**
 * Prints what a command found on standard output: as JSON if that is asked for, else as text, with colours on a terminal.
 * @param text the text for people; it ends with a line break, and shows nothing from elsewhere as it came
 */
export function print(
  { env, stdout }: Pick<Surroundings, "env" | "stdout">,
  { json }: PrintOptions,
  value: unknown,
  text: (paint: Paint) => string,
): void {
  stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text(paintFor(stdout, env)));
}
