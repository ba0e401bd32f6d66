import fc from "fast-check";
import { RateWindow } from "../../src/client/rate-window";

const length = 1_000;

/** The requests in a window: the times of our responses, in order, the one that reported requests of others, and those in flight. */
interface Use {
  readonly ends: readonly number[];
  readonly reportedAt: number;
  readonly others: number;
  readonly inFlight: number;
}

function filled({ ends, reportedAt, others, inFlight }: Use): RateWindow {
  const window = new RateWindow(ends.length + others + inFlight, length);
  ends.forEach((at, index) => {
    const slot = window.reserve(at);
    window.end(at);
    const isReported = at === reportedAt && ends[index + 1] !== at;
    if (isReported) window.updateRemaining(window.limit - (index + 1) - others, slot, at);
  });
  for (let index = 0; index < inFlight; index += 1) window.reserve(reportedAt);
  return window;
}

describe("when requests of a full window can be sent", () => {
  it("is one window after ours were answered, and after those of others were reported", () => {
    const window = filled({ ends: [0, 0, 100, 300, 400], reportedAt: 100, others: 2, inFlight: 0 });
    expect(window.hasCapacity(500)).toBe(false);
    const times = [0, 1, 2, 3, 4, 5, 6, 7].map((position) => window.freeAt(position, 500));
    // The limit is 7: the eighth waits for another window after the first.
    expect(times).toEqual([1_000, 1_000, 1_100, 1_100, 1_100, 1_300, 1_400, 2_000]);
  });

  it("is then, at any time and for any use", () => {
    const times = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 8 });
    const uses = fc
      .record({ times, place: fc.nat(), others: fc.nat({ max: 4 }), inFlight: fc.nat({ max: 2 }) })
      .map(({ times, place, ...counts }): Use => {
        const ends = times.sort((a, b) => a - b);
        return { ends, reportedAt: ends[place % ends.length] ?? 0, ...counts };
      });
    fc.assert(
      fc.property(uses, fc.integer({ min: 400, max: 1_500 }), fc.nat({ max: 1_500 }), (use, now, from) => {
        const window = filled(use);
        const { ends, others, inFlight, reportedAt } = use;
        const past = [...ends, ...Array<number>(others).fill(reportedAt)].sort((a, b) => a - b);
        // A request in flight ends now at the earliest.
        const released = [...past, ...Array<number>(inFlight).fill(now)].map((at) =>
          Math.max(now, at + length),
        );
        expect(released.map((_, position) => window.freeAt(position, now, from))).toEqual(
          released.map((time) => Math.max(time, from)),
        );
      }),
    );
  });
});

/** How many requests a window admits now. */
function room(window: RateWindow, now: number): number {
  let count = 0;
  for (; window.hasCapacity(now) && count < 100; count += 1) window.reserve(now);
  return count;
}

it("a window has the limit and the length of the last policy", () => {
  const window = new RateWindow(100, length);
  window.setPolicy({ limit: 2, window: 10 });
  expect(window.describe("reads")).toBe("the service allows 2 reads in 10 s");
  expect(room(window, 0)).toBe(2);
  window.end(0);
  window.end(0);
  expect([window.hasCapacity(9_999), window.freeAt(0, 5_000), window.hasCapacity(10_000)]).toEqual([
    false,
    10_000,
    true,
  ]);
});

it("a request that was never sent leaves its slot", () => {
  const window = new RateWindow(1, length);
  window.reserve(0);
  expect(window.hasCapacity(0)).toBe(false);
  window.end(undefined);
  expect(window.hasCapacity(0)).toBe(true);
});

it.each([
  ["half as many after a 429", 8, [0], 0, 4],
  ["at least one", 1, [0], 0, 1],
  ["one of two after a 429", 2, [0], 0, 1],
  ["half of an odd number, rounded down", 7, [0], 0, 3],
  ["no fewer for another 429 in the same window", 8, [0, 999], 999, 4],
  ["one more after a window", 8, [0], 1_000, 5],
  ["half of these after a 429 in the next window", 8, [0, 1_000], 1_000, 2],
  ["all again after as many windows", 8, [0], 4_000, 8],
  ["no more than the limit", 8, [0], 100_000, 8],
])("a window admits %s", (_, limit, refusals, now, count) => {
  const window = new RateWindow(limit, length);
  for (const at of refusals) window.backOff(at);
  expect(room(window, now)).toBe(count);
});

it("a window releases slots in the order of the responses' times, whatever order they are counted in", () => {
  const window = new RateWindow(3, length);
  for (let count = 0; count < 3; count += 1) window.reserve(0);
  for (const at of [300, 100, 200]) window.end(at);
  expect([0, 1, 2].map((position) => window.freeAt(position, 300))).toEqual([1_100, 1_200, 1_300]);
});

describe("the requests of others", () => {
  /** How many requests a window of ten admits after a response with that many left, to the first of some requests. */
  const roomAfter = (remaining: number, { sent = 1, at = 0 } = {}) => {
    const window = new RateWindow(10, length);
    const [slot] = Array.from({ length: sent }, () => window.reserve(0));
    window.end(0);
    const isShared = slot && window.updateRemaining(remaining, slot, 0);
    return [isShared, room(window, at)];
  };

  it.each([
    ["none if the service counts only ours", 9, {}, [false, 9]],
    ["none if ours may still be counted", 8, { sent: 2 }, [false, 8]],
    ["those that are missing", 6, {}, [true, 6]],
    ["those beyond all of ours", 7, { sent: 2 }, [true, 4]],
    ["in proportion to ours, if some of these are in flight", 6, { sent: 2 }, [true, 2]],
    ["all if nothing is left", 0, {}, [true, 0]],
    ["as many until the window ends", 6, { at: 999 }, [true, 6]],
    ["forgotten after a window", 6, { at: 1_000 }, [true, 10]],
  ] as const)("are %s", (_, remaining, options, expected) => {
    expect(roomAfter(remaining, options)).toEqual(expected);
  });

  /** A window of 100 requests. Some are sent together. Each has what `updateRemaining` needs of it. */
  const sentTogether = (count: number) => {
    const window = new RateWindow(100, length);
    return { window, slots: Array.from({ length: count }, () => window.reserve(0)) as Slot[] };
  };
  type Slot = ReturnType<RateWindow["reserve"]>;

  it("are at most as many again for those in flight, in proportion to those that the service has counted", () => {
    const few = sentTogether(3);
    few.window.end(0);
    few.window.updateRemaining(94, few.slots[0] as Slot, 0);
    expect(room(few.window, 0)).toBe(100 - 3 - 10);
    const most = sentTogether(4);
    for (let count = 0; count < 3; count += 1) most.window.end(0);
    most.window.updateRemaining(90, most.slots[2] as Slot, 0);
    expect(room(most.window, 0)).toBe(100 - 4 - 10);
  });

  it("are more if ours took long, as the service forgets these earlier", () => {
    const { window, slots } = sentTogether(1);
    window.end(500);
    window.updateRemaining(96, slots[0] as Slot, 500);
    expect(room(window, 500)).toBe(100 - 1 - 4);
  });

  it("still use the window while a later response explains the rest by ours", () => {
    const { window, slots } = sentTogether(1);
    window.end(0);
    expect(window.updateRemaining(98, slots[0] as Slot, 0)).toBe(true);
    const second = window.reserve(0);
    window.end(0);
    expect(window.updateRemaining(97, second, 0)).toBe(true);
    expect(window.updateRemaining(97, second, 1_000)).toBe(false);
  });

  it.each([
    ["not fewer after the response to an earlier request", 100, 97, 95, 100],
    ["fewer after the response to a request that was sent when they were reported", 200, 97, 97, 97],
    ["fewer after the response to a later request", 250, 97, 97, 97],
    ["more after the response to an earlier request", 100, 93, 93, 93],
    ["as many, and for longer, after a response that says the same", 100, 95, 95, 95],
  ])("are %s", (_, sentAt, remaining, soon, later) => {
    const roomAt = (time: number) => {
      const { window } = sentTogether(1);
      window.end(undefined);
      // Five others have used the window, as is known at 200 ms, and another response comes at 300 ms.
      window.updateRemaining(95, { sentAt: 190, used: 1, order: 1 }, 200);
      window.updateRemaining(remaining, { sentAt, used: 1, order: 1 }, 300);
      return room(window, time);
    };
    expect([roomAt(300), roomAt(1_250)]).toEqual([soon, later]);
  });
});
