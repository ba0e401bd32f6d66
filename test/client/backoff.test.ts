import { Backoff } from "../../src/client/backoff";

/** The wait and the reason of a backoff after pauses, each with its length, reason and time. */
function waitAfter(
  random: number,
  ...pauses: readonly (readonly [length: number, reason: string, now: number])[]
) {
  const backoff = new Backoff(() => random);
  for (const pause of pauses) backoff.pause(...pause);
  return [backoff.wait.until, backoff.wait.reason];
}

describe("a pause", () => {
  it.each([
    ["as long as the service asks", 0, [[5_000, "a", 100]], [5_100, "a"]],
    ["at most a tenth longer by chance", 1, [[5_000, "a", 0]], [5_500, "a"]],
    ["at most 2 s longer by chance", 0.5, [[60_000, "a", 0]], [61_000, "a"]],
    ["at most a day", 0, [[1e12, "a", 0]], [86_400_000, "a"]],
    [
      "not shortened by another one",
      0,
      [
        [5_000, "a", 0],
        [3_000, "b", 1_000],
      ],
      [5_000, "a"],
    ],
    [
      "the first of two that end together",
      0,
      [
        [5_000, "a", 0],
        [4_000, "b", 1_000],
      ],
      [5_000, "a"],
    ],
    [
      "prolonged by a longer one, by the same chance",
      0.5,
      [
        [5_000, "a", 0],
        [60_000, "b", 1_000],
      ],
      [61_250, "b"],
    ],
    [
      "prolonged by one that ends later, even before the chance is over",
      0.5,
      [
        [5_000, "a", 0],
        [4_200, "b", 1_000],
      ],
      [5_450, "b"],
    ],
    [
      "new once the last one is over",
      0.5,
      [
        [5_000, "a", 0],
        [1_000, "b", 5_250],
      ],
      [6_300, "b"],
    ],
  ] as const)("is %s", (_, random, pauses, expected) => {
    expect(waitAfter(random, ...pauses)).toEqual(expected);
  });
});

describe("after a 429, requests pause", () => {
  const refusedWith = (refusals: number, retryAfter?: number) => {
    const backoff = new Backoff(() => 0);
    for (let count = 0; count < refusals; count += 1) backoff.track()("refused");
    backoff.pauseAfterRefusal(retryAfter, 0);
    return backoff.wait.until;
  };

  it.each([
    [1, 7_000, 7_000],
    [1, 100, 100],
    [1, 0.5, 0.5],
    [1, undefined, 500],
    [1, 0, 500],
    [2, undefined, 1_000],
    [2, 1, 1_000],
    [2, 7_000, 7_000],
    [4, 1, 4_000],
    [50, 1, 15_000],
    [0, undefined, 500],
  ])("number %i with a Retry-After of %p ms for %i ms", (refusals, retryAfter, until) => {
    expect(refusedWith(refusals, retryAfter)).toBe(until);
  });
});

it.each([
  ["an accepted one between them ends", ["refused", "refused", "accepted", "refused"], 500],
  ["an answer that says nothing leaves", ["refused", "refused", "unknown"], 1_000],
] as const)("the number of refusals in a row, which %s, determines the next pause", (_, outcomes, until) => {
  const backoff = new Backoff(() => 0);
  for (const outcome of outcomes) backoff.track()(outcome);
  backoff.pauseAfterRefusal(undefined, 0);
  expect(backoff.wait.until).toBe(until);
});

it("a request from before a pause does not end the refusals in a row", () => {
  const backoff = new Backoff(() => 0);
  const early = backoff.track();
  backoff.pause(1, "a", 0);
  for (let count = 0; count < 3; count += 1) backoff.track()("refused");
  early("accepted");
  backoff.pauseAfterRefusal(undefined, 10);
  expect(backoff.wait.until).toBe(2_010);
});

describe("the requests that may be sent together", () => {
  /** How many more requests may be sent. */
  const room = (backoff: Backoff, now = 0) => {
    const ends: ReturnType<Backoff["track"]>[] = [];
    while (backoff.hasCapacity(now) && ends.length < 100) ends.push(backoff.track());
    return ends;
  };

  it("are ten at first, and one more for each that is accepted", () => {
    const backoff = new Backoff(() => 0);
    const [first, second, ...others] = room(backoff);
    expect(others).toHaveLength(8);
    first?.("accepted");
    expect(room(backoff)).toHaveLength(2);
    second?.("unknown");
    expect(room(backoff)).toHaveLength(1);
  });

  it("are one after a pause, whatever was sent before it", () => {
    const backoff = new Backoff(() => 0);
    const before = room(backoff);
    backoff.pause(1_000, "a", 0);
    for (const end of before) end("accepted");
    expect([room(backoff, 999), room(backoff, 1_000)]).toEqual([[], [expect.any(Function)]]);
  });
});
