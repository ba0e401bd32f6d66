import { accountLogger } from "../../../src/cli/account/session";
import { progressOn } from "../../../src/cli/output/progress";

function terminal(isTTY: boolean, columns = 24) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (milliseconds: number) => jest.advanceTimersByTime(milliseconds);

describe("progress", () => {
  it("is one line with the time, rewritten from the first second on, no wider than the terminal, and cleared at the end", () => {
    const stream = terminal(true);
    const progress = progressOn(stream, {});
    progress.show(() => "12 requests");
    expect(stream.written).toEqual([]);
    pass(1_000);
    pass(1_000);
    progress.show(() => "13 requests and a lot more to show");
    progress.end();
    progress.end();
    pass(5_000);
    expect(stream.written).toEqual([
      "\r\u001b[2K12 requests, 1 s",
      "\r\u001b[2K12 requests, 2 s",
      "\r\u001b[2K13 requests and a lot…",
      "\r\u001b[2K",
    ]);
  });

  it("is taken away for other text, and comes back with the next news", () => {
    const stream = terminal(true);
    const progress = progressOn(stream, {});
    progress.show(() => "a");
    pass(1_000);
    progress.clear();
    pass(3_000);
    progress.show(() => "b");
    expect(stream.written).toEqual(["\r\u001b[2Ka, 1 s", "\r\u001b[2K", "\r\u001b[2Kb, 4 s"]);
  });

  it.each([
    ["into a file or pipe", false, {}],
    ["in CI", true, { CI: "true" }],
    ["on a terminal that cannot rewrite a line", true, { TERM: "dumb" }],
  ])("is silent %s, or a line every ten seconds if that is requested", (_, isTTY, env) => {
    const stream = terminal(isTTY);
    const silent = progressOn(stream, env);
    silent.show(() => "12 requests");
    pass(30_000);
    silent.clear();
    expect(stream.written).toEqual([]);
    const progress = progressOn(stream, env, true);
    progress.show(() => "12 requests");
    pass(25_000);
    progress.end();
    pass(25_000);
    expect(stream.written).toEqual(["rblmonitor: 12 requests, 10 s\n", "rblmonitor: 12 requests, 20 s\n"]);
  });
});

describe("the progress of a command", () => {
  it("has the page of a list that has several", () => {
    const pages: string[] = [];
    const onPage = (kind: string, page: number, of: number) => pages.push(`${kind} ${page}/${of}`);
    const logger = accountLogger(() => undefined, undefined, onPage);
    logger.trace("page", { kind: "host", page: 3, pages: 50 });
    logger.trace("page", { kind: "contact", page: 1, pages: 1 });
    expect(pages).toEqual(["host 3/50"]);
  });
});
