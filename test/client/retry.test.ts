import type { ErrorKind, Failure } from "../../src/client/errors";
import { canRetry, retryDelay } from "../../src/client/exchange";
import { collectionOperation } from "../../src/service/operations";

const create = collectionOperation("create", "host");
const update = collectionOperation("update", "host");
const failed = (kind: ErrorKind): Failure => ({ kind, operation: "", problem: "", effect: "none" });

describe("sending again", () => {
  it.each(["transport", "timeout", "server"] as const)("is right for an update after %s", (kind) => {
    expect(canRetry(update, failed(kind), true)).toBe(true);
  });

  it.each(["transport", "timeout", "server"] as const)("is wrong for a create after %s", (kind) => {
    expect(canRetry(create, failed(kind), true)).toBe(false);
  });

  it.each(["transport", "timeout"] as const)("is right for a create that was not sent: %s", (kind) => {
    expect(canRetry(create, failed(kind), false)).toBe(true);
  });

  it.each(["validation", "conflict", "not_found", "unreadable", "stopped"] as const)(
    "is wrong after %s",
    (kind) => {
      expect(canRetry(update, failed(kind), true)).toBe(false);
    },
  );

  it("waits about twice as long each time, half of it by chance", () => {
    expect([1, 2].map((time) => retryDelay(time, 0))).toEqual([250, 500]);
    expect([1, 2].map((time) => retryDelay(time, 1))).toEqual([500, 1_000]);
  });
});
