import { currentStatus } from "../../src/service/legacy/error-status";

describe("an error of version 3.0 with the status 500", () => {
  it.each([
    [401, "Authentication failed."],
    [401, "Invalid credentials"],
    [403, "Forbidden: requests from this IP address are not allowed."],
    [403, "Custom RBLs are not available on your plan."],
    [404, "The contact group does not exist."],
    [404, "Host not found"],
    [409, "The profile is in use by a host and cannot be deleted."],
    [409, "Host is already paused"],
    [422, "Validation failed: profile: there is no monitoring profile RP0."],
    [422, "Validation failed: contact_group: does not exist"],
    [422, "A name is required"],
    [422, "Invalid host ID"],
    [429, "Rate limit exceeded."],
  ])("becomes %i by its message: %s", (status, message) => {
    expect(currentStatus(500, message)).toBe(status);
  });

  it.each(["Server error.", "Internal Server Error", "Service unavailable, try again later", "", undefined])(
    "is a failure of the server where its words name no cause: %s",
    (message) => {
      expect(currentStatus(500, message)).toBe(500);
    },
  );

  it("has another meaning only with that status", () => {
    expect(currentStatus(503, "Host not found")).toBe(503);
    expect(currentStatus(422, "Host not found")).toBe(422);
  });
});
