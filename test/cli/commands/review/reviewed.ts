import { type AccountFacts, noFacts, type Questions } from "../../../../src/cli/commands/review/facts";
import { type Review, reviewPlan } from "../../../../src/cli/commands/review/review";
import { readPlan } from "../../../../src/cli/plan/read-plan";

/** The review of a plan in Terraform's JSON; the account knows only what is given. */
export function reviewOf(plan: unknown, facts: Partial<AccountFacts> = {}): Promise<Review> {
  return reviewAsking(plan, async () => ({ ...noFacts([]), ...facts }));
}

/** The review of a plan, with a function that queries the account. */
export function reviewAsking(
  plan: unknown,
  ask: (questions: Questions) => Promise<AccountFacts>,
): Promise<Review> {
  return reviewPlan({
    name: "plan.json",
    plan: readPlan("plan.json", JSON.stringify(plan)),
    pageSize: 100,
    query: ask,
  });
}
