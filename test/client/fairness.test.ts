import { RateLimiter } from "../../src/client/rate-limiter";
import type { RateClass } from "../../src/service/operations";
import { LimitedService, type ServiceLimits } from "./support/limited-service";
import { chanceOf, type Line, sendThrough } from "./support/traffic";
import { virtualTime } from "./support/virtual-time";

const habits = { second: "sliding", hour: "sliding", speaksOf: "fewest", countsRefused: false } as const;

/** A rate limiter for a service with those limits. */
function account(limits: ServiceLimits) {
  const chance = chanceOf(1);
  const time = virtualTime(chance);
  const service = new LimitedService(habits, limits);
  const gate = new RateLimiter({ clock: time, maxWait: 100_000_000 });
  const line: Line = { time, service, way: () => 20 };
  const send = (rateClass: RateClass) => sendThrough(gate, line, rateClass);
  return { time, service, send };
}

describe.each([
  ["read", "write"],
  ["write", "read"],
] as const)("a stream of %ss", (stream, single) => {
  it(`does not starve a single caller of ${single}s when the hour is what both wait for`, async () => {
    const { time, service, send } = account({ read: 100, write: 50, check_start: 10, hour: 60 });
    let done = false;
    const streaming = Array.from({ length: 20 }, async () => {
      while (!done) await send(stream);
    });
    const alone = async () => {
      for (let n = 0; n < 10; n++) await send(single);
      done = true;
    };
    await time.run(Promise.all([alone(), ...streaming]));
    // In line one after the other, each of the 21 has its turn before any has its second.
    const first = service.accepted.findLastIndex(({ rateClass }) => rateClass === single);
    expect(first).toBeLessThanOrEqual(10 * 21 + 20);
  });

  it(`does not hold up ${single}s while its own second is full`, async () => {
    const { time, send } = account({ read: 10, write: 10, check_start: 10, hour: 100_000 });
    await time.run(Promise.all([send("read"), send("write")]));
    await time.run(time.sleep(2_000));
    const start = time.now();
    const streaming = Promise.all(Array.from({ length: 40 }, () => send(stream)));
    const alone = send(single).then(() => time.now() - start);
    expect(await time.run(alone)).toBeLessThan(200);
    await time.run(streaming);
  });
});

describe("a request that is sent again", () => {
  it("keeps its place in line", async () => {
    const time = virtualTime(() => 0);
    const gate = new RateLimiter({ clock: time, maxWait: 60_000 });
    const order: string[] = [];
    const first = gate.enqueue("read");
    const end = await first();
    end({ status: 429, headers: { "retry-after": "5" } });
    const pass = (passage: typeof first, name: string) =>
      passage().then((ended) => {
        order.push(name);
        ended({ status: 200, headers: {} });
      });
    const waiting = [pass(gate.enqueue("write"), "second"), pass(first, "first")];
    await time.run(Promise.all(waiting));
    expect(order).toEqual(["first", "second"]);
  });
});
