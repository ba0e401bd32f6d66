import type { RateLimit } from "../../client/rate-limit";
import { dataSource, nestedList, number } from "../../terraform";
import type { Account } from "../account";
import { explained } from "../service-diagnostic";

const hour = 3_600;

const attributes = {
  limit: number().computed("Requests that the account has in an hour, for everybody who uses it."),
  remaining: number().computed(
    "Requests that remain in the most restrictive window, which is often that of a second.",
  ),
  reset: number().computed("Seconds until that window resets, from the service's answer on."),
  policies: nestedList({
    limit: number().computed("Requests within the window."),
    window: number().computed("Length of the window in seconds."),
  }).computed("All limits that are active, the longest window first."),
};

/** `rblmonitor_rate_limit`: what the service said last of its limits (docs/design/api.md#limits). */
export const rateLimitData = dataSource<typeof attributes, Account>({
  description:
    "What the service said last of the account's request limits. If nothing has been asked of it yet, that costs one request; otherwise none. The values differ from run to run: a configuration that depends on them plans changes. What the service does not tell is null.",
  attributes,
  async read({ context }) {
    return observedRateLimit(await explained(context.rateLimit()));
  },
});

/** What the service told of the limits, in the forms of the attributes. */
export function observedRateLimit(reported: RateLimit | undefined) {
  const policies = [...(reported?.policies ?? [])].sort((a, b) => b.window - a.window || b.limit - a.limit);
  return {
    limit: policies.find(({ window }) => window === hour)?.limit ?? null,
    remaining: reported?.remaining ?? null,
    reset: reported?.reset ?? null,
    policies,
  };
}
