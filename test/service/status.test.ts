import { isPausedStatus, isUnknownStatus, pausedBy } from "../../src/service/status";

describe("a status word (docs/design/open-points.md#4)", () => {
  it.each([
    ...["paused", "Paused", "PAUSED", "inactive", "Disabled", "suspended", "stopped", "Paused by user"],
    ...["suspended (billing)", "0", " paused "],
  ])("%s means paused", (word) => {
    expect([pausedBy(word), isPausedStatus(word), isUnknownStatus(word)]).toEqual([true, true, false]);
  });

  it.each(["active", "Active", "enabled", "running", "pending", "authorized", "1"])(
    "%s does not mean paused",
    (word) => {
      expect([pausedBy(word), isPausedStatus(word), isUnknownStatus(word)]).toEqual([false, false, false]);
    },
  );

  it.each(["hibernating", "monitoring", "unpaused", "offline", ""])("%p is unknown", (word) => {
    expect([pausedBy(word), isPausedStatus(word), isUnknownStatus(word)]).toEqual([undefined, false, true]);
  });

  it("that is not returned is not an unknown word", () => {
    expect([pausedBy(undefined), isUnknownStatus(undefined)]).toEqual([undefined, false]);
  });
});
