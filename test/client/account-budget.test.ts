import { AccountBudget } from "../../src/client/account-budget";
import type { RateLimit } from "../../src/client/rate-limit";

const hour = 3_600_000;

/** What happens to a budget: a request is answered at a time, is sent or not, and is never answered, or is under way. */
const answered =
  (now: number, limit?: Partial<RateLimit>, isAccountWindow = true) =>
  (budget: AccountBudget) => {
    const rateLimit = limit && { policies: [], remaining: undefined, reset: undefined, ...limit };
    return budget.endAnswered(budget.reserve(now), now, rateLimit, isAccountWindow);
  };
const ofClass = (now: number, remaining: number) => answered(now, { remaining, reset: 1 }, false);
const unanswered = (now: number) => (budget: AccountBudget) => {
  budget.reserve(now);
  budget.end(now);
};
const unsent = (budget: AccountBudget) => {
  budget.reserve(0);
  budget.end(undefined);
};
const underWay = (budget: AccountBudget) => void budget.reserve(0);

type Step = (budget: AccountBudget) => unknown;

/** A budget of ten requests an hour after these steps. */
function budgetAfter(steps: readonly Step[]): AccountBudget {
  const budget = new AccountBudget(10, hour);
  for (const step of steps) step(budget);
  return budget;
}

/** How many more requests fit at a time. */
function room(budget: AccountBudget, now: number): number {
  let count = 0;
  for (; budget.hasCapacity(now) && count < 100; count += 1) budget.reserve(now);
  return count;
}

const times = (count: number, step: Step): readonly Step[] => Array(count).fill(step);
const three = answered(0, { remaining: 3, reset: 60 });
const used = [...times(9, answered(0)), answered(0, { remaining: 0, reset: 60 })];

describe("the requests that fit the account's hour", () => {
  it.each<[string, readonly Step[], number, number]>([
    ["all, before the first", [], 0, 10],
    ["one less for each that is answered", times(2, answered(0)), 0, 8],
    ["one less for one that was sent", [unanswered(0)], 0, 9],
    ["one less for one that is under way", [underWay], 0, 9],
    ["as many after one that was never sent", [unsent], 0, 10],
    ["none once all are used", times(10, answered(0)), hour - 1, 0],
    ["all again an hour later", times(10, answered(0)), hour, 10],
    ["none once all are used, whatever the windows of classes have", times(10, ofClass(0, 50)), 0, 0],
    ["as many as the service reports", [three], 0, 3],
    [
      "more than the hour has, if the service reports them",
      [answered(0, { remaining: 30, reset: 60 })],
      0,
      30,
    ],
    ["one less for one that is sent after the report", [three, unanswered(0)], 0, 2],
    ["as many after one that was never sent after the report", [three, unsent], 0, 3],
    ["one less for a response without limits", [three, answered(0)], 0, 2],
    ["one less for a response about a class", [three, ofClass(0, 50)], 0, 2],
    ["one less for a response without a reset", [three, answered(0, { remaining: 9 })], 0, 2],
    ["one less for a response without a number", [three, answered(0, { reset: 60 })], 0, 2],
    ["those of our own count once the report has expired", [three], 60_000, 9],
    ["one, which finds out, once the report of a used hour has expired", used, 60_000, 1],
    ["none while that one is under way", [...used, underWay], 60_000, 0],
    ["as many as a window has at least, once it is answered", [...used, ofClass(60_000, 5)], 60_000, 5],
    [
      "one less for a later response without limits",
      [...used, ofClass(60_000, 5), answered(60_000)],
      60_000,
      4,
    ],
    [
      "one less for a later one without a response",
      [...used, ofClass(60_000, 5), unanswered(60_000)],
      60_000,
      4,
    ],
    ["as many after a later one that was never sent", [...used, ofClass(60_000, 5), unsent], 60_000, 5],
  ])("are %s", (_, steps, now, count) => {
    expect(room(budgetAfter(steps), now)).toBe(count);
  });
});

describe("a response", () => {
  it.each<[string, Step, number | undefined]>([
    ["that leaves none says when the window resets", answered(7, { remaining: 0, reset: 60 }), 60_007],
    ["says that it is an hour later at most", answered(7, { remaining: 0, reset: 9_999 }), hour + 7],
    ["that leaves one says nothing", answered(7, { remaining: 1, reset: 60 }), undefined],
    ["without a reset says nothing", answered(7, { remaining: 0 }), undefined],
    ["about a class says nothing", ofClass(7, 0), undefined],
  ])("%s", (_, step, resetAt) => {
    expect(step(new AccountBudget(10, hour))).toBe(resetAt);
  });
});

describe("the wait of the first request in the queue", () => {
  const free = [...used, ofClass(60_000, 0)];

  it.each<[string, readonly Step[], number]>([
    ["is over while requests fit", [], 60_000],
    ["ends when the service's window resets", used.slice(-1), 60_000],
    ["ends an hour after the first request", times(10, answered(0)), hour],
    ["ends then although others are under way", [...times(9, answered(0)), underWay], hour],
    ["ends then once a window is known to have none", free, hour],
    ["is over while a response may report more", [...free, underWay], 60_000],
  ])("%s", (_, steps, until) => {
    expect(budgetAfter(steps).forecast(60_000)(0).until).toBe(until);
  });

  it("has the reason that ends it", () => {
    const reasons = [used, times(10, answered(0))].map((steps) => budgetAfter(steps).forecast(1)(0).reason);
    expect(reasons).toEqual([
      "no request remains in the rate limit",
      "the service allows 10 requests an hour",
    ]);
  });
});
