import type { observedRateLimit } from "../../provider/data/rate-limit";

/** What the service said last of its limits, null where it did not. */
export type Limits = ReturnType<typeof observedRateLimit>;

/** What is left of the hour. */
export interface Hour {
  readonly remaining: number | null;
  readonly at_least: number | null;
  /** Seconds until the hour is over. */
  readonly reset: number | null;
}

/** Only a window that resets in more than a second is the hour; what remains of a shorter one, the hour has, too. */
export function hourOf({ remaining, reset }: Limits): Hour {
  const isOfHour = reset !== null && reset > 1;
  return { remaining: isOfHour ? remaining : null, at_least: remaining, reset: isOfHour ? reset : null };
}
