import { isPausedStatus } from "../../src/service/status";

describe("a status word (docs/design/open-points.md#4)", () => {
  it.each(["paused", "Paused", "PAUSED"])("%s means paused", (word) => {
    expect(isPausedStatus(word)).toBe(true);
  });

  it.each(["active", "pending", "hibernating", "", undefined])("%p does not mean paused", (word) => {
    expect(isPausedStatus(word)).toBe(false);
  });
});
