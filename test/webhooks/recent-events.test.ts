import { createReceiver } from "../../src/webhooks";
import { secret, signed } from "./endpoint";

describe("an event that comes again while it is handled", () => {
  /** Sends an event, and once more before its handling has ended; then ends that. Returns the statuses and the calls. */
  async function twice(end: "well" | "badly") {
    let calls = 0;
    let ending: () => void = () => undefined;
    const otherwise = () => {
      calls += 1;
      return new Promise<void>((resolve, reject) => {
        ending = () => (end === "well" ? resolve() : reject(new Error("the pager is down")));
      });
    };
    let duplicates = 0;
    const onDuplicate = () => {
      duplicates += 1;
    };
    const receiver = createReceiver({ secret, otherwise, onDuplicate, onFailed: () => undefined });
    const event = signed();
    const sent = [1, 2].map(() => receiver.fetch(new Request("http://receiver/", event)));
    while (calls === 0) await new Promise(setImmediate);
    // The second request has been read as well.
    await new Promise(setImmediate);
    ending();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    return { statuses, calls, duplicates };
  }

  it("is a duplicate if it was handled well", async () => {
    expect(await twice("well")).toEqual({ statuses: [200, 200], calls: 1, duplicates: 1 });
  });

  it("fails with the first, so that the service sends it again", async () => {
    expect(await twice("badly")).toEqual({ statuses: [500, 500], calls: 1, duplicates: 0 });
  });
});
