import type { observedRateLimit } from "../../provider/data/rate-limit";
import { grouped } from "../output/text";

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

/** The remaining requests in a sentence, and whether they run short; undefined if the service does not return them. */
export function hourText(
  limit: number | null,
  { remaining, at_least: atLeast }: Hour,
): { readonly text: string; readonly isShort: boolean } | undefined {
  if (atLeast === null) return undefined;
  const of = limit === null ? "" : ` of ${grouped(limit)}`;
  const left = `${grouped(remaining ?? atLeast)}${of} requests are left in this hour`;
  const isShort = remaining !== null && limit !== null && remaining < limit / 10;
  return { text: `${remaining === null ? `At least ${left}` : left}.`, isShort };
}
