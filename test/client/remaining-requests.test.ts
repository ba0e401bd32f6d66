import { RemainingRequests } from "../../src/client/remaining-requests";

describe("what remains, as the service tells it", () => {
  it("is not known before it tells", () => {
    expect(new RemainingRequests().lowest(0)).toBeUndefined();
  });

  it("is what the answer to the request that was sent last says, though it is more", () => {
    const reported = new RemainingRequests();
    reported.report(reported.mark(), 3, 100);
    reported.report(reported.mark(), 8, 100);
    expect(reported.lowest(0)).toEqual({ left: 8, until: 100 });
  });

  it("is the least of what answers say whose requests were under way together", () => {
    const reported = new RemainingRequests();
    const [first, second] = [reported.mark(), reported.mark()];
    reported.report(second, 3, 100);
    reported.report(first, 4, 100);
    expect(reported.lowest(0)?.left).toBe(3);
  });

  it("is one less for each request that was under way then, and whose answer does not tell", () => {
    const reported = new RemainingRequests();
    const mark = reported.mark();
    reported.endUnreported();
    reported.report(mark, 5, 100);
    reported.endUnreported();
    expect(reported.lowest(0)?.left).toBe(3);
    reported.report(reported.mark(), 5, 100);
    expect(reported.lowest(0)?.left).toBe(5);
  });

  it("is not known any more when the window has ended", () => {
    const reported = new RemainingRequests();
    reported.report(reported.mark(), 5, 100);
    expect(reported.lowest(100)).toBeUndefined();
  });

  it("still lacks the request whose answer was believed longer ago", () => {
    const reported = new RemainingRequests();
    const [first, second] = [reported.mark(), reported.mark()];
    reported.report(first, 5, 200);
    reported.report(second, 3, 100);
    expect(reported.lowest(150)).toEqual({ left: 4, until: 200 });
  });
});
