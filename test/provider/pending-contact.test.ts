import { whyNotPending } from "../../src/provider/pending-contact";

describe("the reason of a conflict in a confirmation", () => {
  it.each([
    ["active", "The contact is active, not pending: there is nothing to confirm."],
    ["paused", "The contact is paused, but only a pending contact can be confirmed. Resume it."],
    ["pending", "The contact is still pending. Try again later."],
    ["limbo", "Only a pending contact can be confirmed or receive its message again."],
    [undefined, "Only a pending contact can be confirmed or receive its message again."],
  ])("for the status %s", (status, reason) => {
    expect(whyNotPending(status, "Resume it.")).toBe(reason);
  });
});
