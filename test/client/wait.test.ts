import { growingDelay, longer, perPeriod, WaitTooLong, waitLogger } from "../../src/client/wait";
import { keptLog } from "./support/clock";

it.each([
  [1, 0, 250],
  [1, 1, 500],
  [2, 0.5, 750],
  [4, 0, 2_000],
  [5, 0, 4_000],
  [6, 0, 4_000],
  [6, 1, 8_000],
])("the delay before attempt %i is, with the random number %d, %i ms", (attempt, random, delay) => {
  expect(growingDelay(attempt, { first: 500, longest: 8_000 }, random)).toBe(delay);
});

it.each([
  [1_000, "a second"],
  [60_000, "a minute"],
  [3_600_000, "an hour"],
  [86_400_000, "a day"],
  [5_000, "in 5 s"],
  [1_001, "in 1.001 s"],
])("a period of %i ms is written as %s", (milliseconds, words) => {
  expect(perPeriod(milliseconds)).toBe(words);
});

it("the longer of two waits is the first one if they end together", () => {
  const [now, then, later] = [0, 5, 5].map((until, n) => ({ until, reason: `${n}` })) as [
    never,
    never,
    never,
  ];
  expect([longer(now, then), longer(then, now), longer(then, later), longer(later, then)]).toEqual([
    then,
    then,
    then,
    later,
  ]);
});

it("a wait that is too long says until when, rounded up", () => {
  const { message, left } = new WaitTooLong({ until: 999.5, reason: "the limit is used up" }, 3);
  expect([message, left]).toEqual(["the limit is used up; try again at 1970-01-01T00:00:01.000Z", 3]);
});

describe("the log of waits", () => {
  /** The lines of the log after some waits, each with its end and the time, as the time that each line has. */
  const linesOf = (...waits: readonly (readonly [until: number, now: number, reason?: string])[]) => {
    const logger = keptLog();
    const log = waitLogger(logger);
    for (const [until, now, reason = "a"] of waits) log({ until, reason }, now);
    return logger.lines.map((line) => JSON.stringify(line).match(/(\d+)\.\d{3}Z/)?.[1]);
  };

  it.each([
    [
      "one for each wait",
      [
        [10_000, 0],
        [10_000, 1],
      ],
      ["10"],
    ],
    [
      "one for each reason",
      [
        [10_000, 0],
        [10_000, 1, "b"],
        [10_000, 2],
      ],
      ["10", "10"],
    ],
    [
      "no other if the end moves by a second",
      [
        [10_000, 0],
        [11_000, 1],
      ],
      ["10"],
    ],
    [
      "no other if the end moves slowly",
      [
        [10_000, 0],
        [11_000, 1],
        [12_000, 2],
        [13_000, 3],
      ],
      ["10"],
    ],
    [
      "another if the end moves further",
      [
        [10_000, 0],
        [12_000, 1],
      ],
      ["10", "12"],
    ],
    [
      "another if the end comes earlier",
      [
        [10_000, 0],
        [8_000, 1],
      ],
      ["10", "08"],
    ],
    [
      "at most two for a wait",
      [
        [10_000, 0],
        [20_000, 1],
        [30_000, 2],
        [40_000, 3],
      ],
      ["10", "20"],
    ],
    [
      "no other until a second after its end",
      [
        [10_000, 0],
        [10_900, 11_000],
      ],
      ["10"],
    ],
    [
      "another for the next wait",
      [
        [10_000, 0],
        [11_000, 11_001],
      ],
      ["10", "11"],
    ],
    [
      "two again for the next wait",
      [
        [10_000, 0],
        [20_000, 1],
        [40_000, 21_001],
        [50_000, 21_002],
        [55_000, 21_003],
      ],
      ["10", "20", "40", "50"],
    ],
  ] as const)("has %s", (_, waits, ends) => {
    expect(linesOf(...waits)).toEqual(ends);
  });
});
