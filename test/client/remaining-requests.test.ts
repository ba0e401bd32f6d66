import { RemainingRequests } from "../../src/client/account-budget";

describe("the reported number of remaining requests", () => {
  it("is unknown before the first report", () => {
    expect(new RemainingRequests().lowest(0)).toBeUndefined();
  });

  it("is that of the latest request, even if it is higher", () => {
    const reported = new RemainingRequests();
    reported.report(reported.mark(), 3, 100);
    reported.report(reported.mark(), 8, 100);
    expect(reported.lowest(0)).toEqual({ left: 8, until: 100 });
  });

  it.each([
    [3, 4],
    [4, 3],
  ])("is the lowest report of concurrent requests: %i, then %i", (earlier, later) => {
    const reported = new RemainingRequests();
    const [first, second] = [reported.mark(), reported.mark()];
    reported.report(second, earlier, 100);
    reported.report(first, later, 100);
    expect(reported.lowest(0)?.left).toBe(3);
  });

  it("is one less for each concurrent request without a report", () => {
    const reported = new RemainingRequests();
    const mark = reported.mark();
    reported.endUnreported();
    reported.report(mark, 5, 100);
    reported.endUnreported();
    expect(reported.lowest(0)?.left).toBe(3);
    reported.report(reported.mark(), 5, 100);
    expect(reported.lowest(0)?.left).toBe(5);
  });

  it("is unknown after the end of the window", () => {
    const reported = new RemainingRequests();
    reported.report(reported.mark(), 5, 100);
    expect(reported.lowest(100)).toBeUndefined();
  });

  it("still counts a request whose report has expired", () => {
    const reported = new RemainingRequests();
    const [first, second] = [reported.mark(), reported.mark()];
    reported.report(first, 5, 200);
    reported.report(second, 3, 100);
    for (const now of [100, 150]) expect(reported.lowest(now)).toEqual({ left: 4, until: 200 });
  });
});
