import { Budgets } from "../../src/client/budgets";
import type { RateLimit } from "../../src/client/rate-limit";

const none: RateLimit = { policies: [], remaining: undefined, reset: undefined };

/** Budgets after a write at 0 ms whose response has these limits. */
function answered(limits: Partial<RateLimit>, isRefused = false) {
  const budgets = new Budgets();
  const end = budgets.end(budgets.reserve("write", 0), 0, { ...none, ...limits }, isRefused);
  return { budgets, ...end };
}

/** How many requests fit now, at most 2,000. */
function room(budgets: Budgets, fits: () => boolean): number {
  let count = 0;
  for (; fits() && count < 2_000; count += 1) budgets.reserve("write", 0);
  return count;
}

const writesOf = ({ budgets }: ReturnType<typeof answered>) =>
  room(budgets, () => budgets.hasClassCapacity("write", 0));
const requestsOf = ({ budgets }: ReturnType<typeof answered>) => room(budgets, () => budgets.hasCapacity(0));

describe("the policies of a response", () => {
  const policy = (limit: number, window: number) => ({ limit, window });

  it.each([
    ["none", [], 50, 1_000],
    ["one of a second, for the class", [policy(7, 1)], 7, 1_000],
    ["one of less than a minute, for the class", [policy(7, 59)], 7, 1_000],
    ["one of a minute, for the account", [policy(70, 60)], 50, 70],
    ["one of a day, for the account", [policy(70, 86_400)], 50, 70],
    ["one of more than a day, which does not count", [policy(70, 86_401)], 50, 1_000],
    ["one without requests or time, which does not count", [policy(0, 1), policy(7, 0)], 50, 1_000],
    ["one of one request", [policy(1, 1)], 1, 1_000],
    ["several: the shortest and the longest count", [9, 3_600, 60, 1].map((n) => policy(n, n)), 1, 3_600],
  ])("may be %s", (_, policies, writes, requests) => {
    // The write itself counts.
    expect(writesOf(answered({ policies }))).toBe(writes - 1);
    expect(requestsOf(answered({ policies }))).toBe(Math.min(requests - 1, 2_000));
  });
});

it.each([
  ["the window of the class", { reset: 1 }, 4],
  ["the window of the class, with some left", { reset: 1, remaining: 9 }, 4],
  ["the window of the class, with all left", { reset: 1, remaining: 10 }, 4],
  ["a longer window", { reset: 2 }, 9],
  ["a window with more left than the class has", { reset: 1, remaining: 11 }, 9],
  ["no window", {}, 9],
])("a refusal with %s halves the limit of the class if it is its window", (_, limits, writes) => {
  const policies = [{ limit: 10, window: 1 }];
  expect(writesOf(answered({ policies, ...limits }, true))).toBe(writes);
});

it.each([
  [0, 3_600, true, 3_600_000],
  [1, 3_600, false, undefined],
  [0, 1, true, undefined],
  [undefined, undefined, false, undefined],
])("with %p left until %p s, a window is used up: %p", (remaining, reset, isUsedUp, resetAt) => {
  expect(answered({ remaining, reset })).toMatchObject({ isUsedUp, resetAt });
});

it.each([
  ["was sent may arrive for another second", true, 2_000],
  ["was not sent leaves its place", false, 1_000],
])("a request without an answer that %s", (_, isSent, freeAt) => {
  const { budgets } = answered({ policies: [{ limit: 1, window: 1 }] });
  budgets.endUnanswered(budgets.reserve("write", 0), 0, isSent);
  const times = [999, 1_000, 1_999, 2_000].filter((now) => budgets.hasClassCapacity("write", now));
  expect(times[0]).toBe(freeAt);
});
