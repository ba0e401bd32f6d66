import type { ChangeableSettings } from "./options";

/** What every part of the emulator may use. The settings may change between requests. */
export interface Environment {
  readonly settings: ChangeableSettings;
  readonly signingSecret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Shuffles lists and picks defaults. At least 0 and below 1. */
  readonly random: () => number;
  /** Called after each change of what a data file has. */
  readonly changed: () => void;
}
