import { clientOf, closeAll, thrownBy } from "./support/client";

afterEach(closeAll);

it.each([
  [{ maxWait: -1 }, "the maximum wait must not be negative"],
  [{ requestTimeout: 0 }, "the request timeout must be"],
  [{ pageSize: 0 }, "the page size must be"],
  [{ pageSize: 1.5 }, "the page size must be an integer"],
  [{ maxRequestsPerHour: 0 }, "the maximum of requests per hour must be an integer greater than 0"],
  [{ maxRequestsPerHour: 1.5 }, "the maximum of requests per hour must be an integer greater than 0"],
  [{ userAgent: "" }, "the user agent must be printable ASCII"],
  [{ userAgent: "me\n" }, "the user agent must be printable ASCII"],
])("a client with the options %j is refused: %s", (options, problem) => {
  const error = thrownBy(() => clientOf("https://api.example.com/4.0", options));
  expect(error).toMatchObject({ kind: "refused", message: expect.stringContaining(problem) });
});

it("a client may wait for nothing, have pages of one object, and send one request an hour", () => {
  const options = { maxWait: 0, requestTimeout: 0.1, pageSize: 1, maxRequestsPerHour: 1, userAgent: "~" };
  expect(() => clientOf("https://api.example.com/4.0", options)).not.toThrow();
});
