import { ServiceError } from "../../client/errors";
import type { Account } from "../../provider/account";
import { observedRateLimit } from "../../provider/data/rate-limit";
import { unlimited } from "../../service/limits";
import { grouped } from "../output/text";

/**
 * The remaining requests of the hour, and the seconds until it is over; null where unknown. A window that resets within a second
 * is not the hour, which has at least as many requests left as a shorter window.
 */
export function hourOf({ limit, remaining, reset }: ReturnType<typeof observedRateLimit>) {
  const isLimited = !isUnlimited(limit);
  const isOfHour = isLimited && reset !== null && reset > 1;
  return {
    remaining: isOfHour ? remaining : null,
    at_least: isLimited ? remaining : null,
    reset: isOfHour ? reset : null,
  };
}

/** The limits of an account, as an answer or a refusal because of the limits reports them (docs/design/api.md#errors). */
export function accountLimits(account: Account) {
  return account.rateLimit().catch(async (thrown: unknown) => {
    const reported = await account.reportedRateLimit();
    if (reported !== undefined && thrown instanceof ServiceError && thrown.kind === "rate_limited")
      return reported;
    throw thrown;
  });
}

/** The requests of an account, as the service reported last, and how many of them this process sent. */
export type RequestUse = Awaited<ReturnType<typeof requestUse>>;

/** The requests that an hour allows, and those that are left; null where the API does not return them. */
export type HourlyRequests = Omit<RequestUse, "sent">;

/** The requests of an account until now. Sends none. */
export async function requestUse(account: Account) {
  const limits = observedRateLimit(await account.reportedRateLimit());
  return { sent: await account.requestsSent(), limit: limits.limit, ...hourOf(limits) };
}

export function isUnlimited(limit: number | null): boolean {
  return limit !== null && limit >= unlimited;
}

/**
 * The remaining requests in a sentence, and whether they run short; undefined if the service does not return them. If it does
 * not return their exact number, the sentence has the requests of this run.
 */
export function hourText({ limit, remaining, at_least: atLeast, sent }: RequestUse) {
  if (isUnlimited(limit)) return { text: "There is no hourly limit.", isShort: false };
  if (atLeast === null) return undefined;
  const isShort = remaining !== null && limit !== null && remaining < limit / 10;
  const left = remaining === null ? `At least ${grouped(atLeast)}` : grouped(remaining);
  const of = limit === null ? "" : ` of ${grouped(limit)}`;
  const own = remaining === null ? `; this run has sent ${grouped(sent)}` : "";
  return { text: `${left}${of} requests are left in this hour${own}.`, isShort };
}
