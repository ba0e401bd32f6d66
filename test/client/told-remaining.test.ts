import { ToldRemaining } from "../../src/client/told-remaining";

describe("what remains, as the service tells it", () => {
  it("is not known before it tells", () => {
    expect(new ToldRemaining().least(0)).toBeUndefined();
  });

  it("is what the answer to the request that was sent last says, though it is more", () => {
    const told = new ToldRemaining();
    told.tell(told.mark(), 3, 100);
    told.tell(told.mark(), 8, 100);
    expect(told.least(0)).toEqual({ left: 8, until: 100 });
  });

  it("is the least of what answers say whose requests were under way together", () => {
    const told = new ToldRemaining();
    const [first, second] = [told.mark(), told.mark()];
    told.tell(second, 3, 100);
    told.tell(first, 4, 100);
    expect(told.least(0)?.left).toBe(3);
  });

  it("is one less for each request that was under way then, and whose answer does not tell", () => {
    const told = new ToldRemaining();
    const mark = told.mark();
    told.endUntold();
    told.tell(mark, 5, 100);
    told.endUntold();
    expect(told.least(0)?.left).toBe(3);
    told.tell(told.mark(), 5, 100);
    expect(told.least(0)?.left).toBe(5);
  });

  it("is not known any more when the window has ended", () => {
    const told = new ToldRemaining();
    told.tell(told.mark(), 5, 100);
    expect(told.least(100)).toBeUndefined();
  });

  it("still lacks the request whose answer was believed longer ago", () => {
    const told = new ToldRemaining();
    const [first, second] = [told.mark(), told.mark()];
    told.tell(first, 5, 200);
    told.tell(second, 3, 100);
    expect(told.least(150)).toEqual({ left: 4, until: 200 });
  });
});
