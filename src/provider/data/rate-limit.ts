import type { RateLimit } from "../../client/rate-limit";
import { dataSource, nestedList, number } from "../../terraform";
import type { Account } from "../account";

const hour = 3_600;

const attributes = {
  limit: number().computed("Requests per hour, shared by all users of the account."),
  remaining: number().computed(
    "Remaining requests in the most restrictive window, which is often one second long.",
  ),
  reset: number().computed("Seconds until that window resets, counted from the API's response."),
  policies: nestedList({
    limit: number().computed("Requests per window."),
    window: number().computed("Length of the window in seconds."),
  }).computed("All active limits, the longest window first."),
};

/** `rblmonitor_rate_limit`: the last rate limits that the API returned (docs/design/api.md#limits). */
export const rateLimitData = dataSource<typeof attributes, Account>({
  description:
    "The account's current rate limits. Costs one request if the provider has not sent any yet. The values differ from run to run, so a resource that depends on them has changes in every plan. Values that the API does not return are null.",
  attributes,
  async read({ context }) {
    return observedRateLimit(await context.rateLimit());
  },
});

/** The returned limits as values of the attributes. */
export function observedRateLimit(reported: RateLimit | undefined) {
  const policies = [...(reported?.policies ?? [])].sort((a, b) => b.window - a.window || b.limit - a.limit);
  return {
    limit: policies.find(({ window }) => window === hour)?.limit ?? null,
    remaining: reported?.remaining ?? null,
    reset: reported?.reset ?? null,
    policies,
  };
}
