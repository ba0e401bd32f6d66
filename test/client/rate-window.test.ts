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
