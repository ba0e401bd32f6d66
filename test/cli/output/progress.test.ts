import { accountLogger } from "../../../src/cli/account/session";
import { progressOn, type Ticker } from "../../../src/cli/output/progress";

function terminal(isTTY: boolean, columns = 24) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

/** A clock that a test moves. */
function testTicker(): Ticker & { pass(milliseconds: number): void } {
  let now = 0;
  const timers = new Set<{ milliseconds: number; act: () => void }>();
  return {
    now: () => now,
    every(milliseconds, act) {
      const timer = { milliseconds, act };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(milliseconds) {
      for (const end = now + milliseconds; now < end; ) {
        now += 1_000;
        for (const timer of timers) if (now % timer.milliseconds === 0) timer.act();
      }
    },
  };
}

describe("progress", () => {
  it("is one line with the time, rewritten from the first second on, no wider than the terminal, and cleared at the end", () => {
    const stream = terminal(true);
    const ticker = testTicker();
    const progress = progressOn(stream, {}, { ticker });
    progress.show(() => "12 requests");
    expect(stream.written).toEqual([]);
    ticker.pass(1_000);
    ticker.pass(1_000);
    progress.show(() => "13 requests and a lot more to show");
    progress.end();
    progress.end();
    ticker.pass(5_000);
    expect(stream.written).toEqual([
      "\r\u001b[2K12 requests, 1 s",
      "\r\u001b[2K12 requests, 2 s",
      "\r\u001b[2K13 requests and a lot…",
      "\r\u001b[2K",
    ]);
  });

  it("is taken away for other text, and comes back with the next news", () => {
    const stream = terminal(true);
    const ticker = testTicker();
    const progress = progressOn(stream, {}, { ticker });
    progress.show(() => "a");
    ticker.pass(1_000);
    progress.clear();
    ticker.pass(3_000);
    progress.show(() => "b");
    expect(stream.written).toEqual(["\r\u001b[2Ka, 1 s", "\r\u001b[2K", "\r\u001b[2Kb, 4 s"]);
  });

  it.each([
    ["into a file or pipe", false, {}],
    ["in CI", true, { CI: "true" }],
    ["on a terminal that cannot rewrite a line", true, { TERM: "dumb" }],
  ])("is silent %s, or a line every ten seconds if that is requested", (_, isTTY, env) => {
    const stream = terminal(isTTY);
    const ticker = testTicker();
    const silent = progressOn(stream, env, { ticker });
    silent.show(() => "12 requests");
    ticker.pass(30_000);
    silent.clear();
    expect(stream.written).toEqual([]);
    const progress = progressOn(stream, env, { ticker, lines: true });
    progress.show(() => "12 requests");
    ticker.pass(25_000);
    progress.end();
    ticker.pass(25_000);
    expect(stream.written).toEqual(["rblmonitor: 12 requests, 10 s\n", "rblmonitor: 12 requests, 20 s\n"]);
  });
});

describe("the progress of a command", () => {
  it("has the page of a list that has several", () => {
    const pages: string[] = [];
    const logger = accountLogger({
      warn: () => undefined,
      onPage: (kind, page, of) => pages.push(`${kind} ${page}/${of}`),
    });
    logger.trace("page", { kind: "host", page: 3, pages: 50 });
    logger.trace("page", { kind: "contact", page: 1, pages: 1 });
    expect(pages).toEqual(["host 3/50"]);
  });
});
