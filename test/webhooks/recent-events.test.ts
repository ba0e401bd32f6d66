import { RecentEvents } from "../../src/webhooks/recent-events";

describe("an event that comes again while it is handled", () => {
  /** Handles an event, and once more before the first handling has ended; then ends that. */
  async function twice(end: "well" | "badly") {
    const recent = new RecentEvents(10);
    let ending: () => void = () => undefined;
    const first = recent.handleOnce("TA1", () => {
      return new Promise((resolve, reject) => {
        ending = () => (end === "well" ? resolve() : reject(new Error("the pager is down")));
      });
    });
    const second = recent.handleOnce("TA1", () => Promise.reject(new Error("it was handled twice")));
    const both = Promise.allSettled([first, second]);
    ending();
    return both;
  }

  it("was not new if it was handled well", async () => {
    expect(await twice("well")).toEqual([
      { status: "fulfilled", value: true },
      { status: "fulfilled", value: false },
    ]);
  });

  it("fails with the first, so that the service sends it again", async () => {
    const failed = { status: "rejected", reason: new Error("the pager is down") };
    expect(await twice("badly")).toEqual([failed, failed]);
  });
});
