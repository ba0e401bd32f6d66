import { readRateLimit, readRetryAfter } from "../../src/client/rate-limit";
import { closeAll, connected, errorOf } from "./support/client";
import { failure, list } from "./support/replies";

afterEach(closeAll);

const documented = {
  "ratelimit-limit": "1000;w=3600, 100;w=1",
  "ratelimit-remaining": "99",
  "ratelimit-reset": "1",
};

describe("the RateLimit headers", () => {
  it("have the policies, the remaining requests, and the reset of the window", () => {
    expect(readRateLimit(documented, 0)).toEqual({
      policies: [
        { limit: 1000, window: 3600 },
        { limit: 100, window: 1 },
      ],
      remaining: 99,
      reset: 1,
    });
  });

  it("are undefined when there are none", () => {
    expect(readRateLimit({ "content-type": "application/json", "retry-after": "5" }, 0)).toBeUndefined();
  });

  it.each([
    ["that is missing", undefined, []],
    ["that is not a list of policies", "many", []],
    ["with a single readable policy", "100, 50;w=1, ;w=60", [{ limit: 50, window: 1 }]],
    ["without spaces", "1000;w=3600,100;w=1", readRateLimit(documented, 0)?.policies],
    ["with more spaces", " 1000 ; w=3600 , 100; w=1 ", readRateLimit(documented, 0)?.policies],
    ["in two lines", ["1000;w=3600", "100;w=1"], readRateLimit(documented, 0)?.policies],
  ])("may have a limit %s", (_, limit, policies) => {
    expect(readRateLimit({ ...documented, "ratelimit-limit": limit }, 0)).toMatchObject({
      policies,
      remaining: 99,
    });
  });

  it.each(["", "soon", "-1", ["1", "2"]])("leave unreadable values undefined: %j", (text) => {
    const headers = { ...documented, "ratelimit-remaining": text, "ratelimit-reset": text };
    expect(readRateLimit(headers, 0)).toMatchObject({ remaining: undefined, reset: undefined });
  });
});

describe("the rest of the headers", () => {
  it.each([
    ["0", 0],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740993", undefined],
  ])("may have %s requests left, or none is read", (text, remaining) => {
    const limit = readRateLimit({ "ratelimit-remaining": text }, 0);
    expect(limit).toEqual({ policies: [], remaining, reset: undefined });
  });

  it.each([
    ["0", 0],
    ["60", 60],
    ["1800000005", 5],
    ["1799999995", 0],
  ])("may have a reset in seconds or as a date: %s", (text, reset) => {
    expect(readRateLimit({ "ratelimit-reset": text }, 1_800_000_000_000)?.reset).toBe(reset);
  });

  const date = "Thu, 01 Jan 1970 00:00:10 GMT";

  it.each([
    ["7", 1_000, 7_000],
    [" 0.5 ", 1_000, 500],
    ["0", 1_000, 0],
    ["86400", 1_000, 86_400_000],
    ["86401", 1_000, 86_400_000],
    ["86402", 1_000, 86_402_000],
    ["1800000005", 1_800_000_000_000, 5_000],
    ["1799999995", 1_800_000_000_000, 0],
    [date, 4_000, 6_000],
    [date, 20_000, 0],
    ["1970-01-01", 0, undefined],
    ["soon", 0, undefined],
    ["-1", 0, undefined],
    ["", 0, undefined],
    [undefined, 0, undefined],
    [["7", "8"], 0, undefined],
  ])("have a Retry-After of %p that is read, at %i, as %p ms", (value, now, milliseconds) => {
    expect(readRetryAfter(value, now)).toBe(milliseconds);
  });
});

describe("the rate limit of a client", () => {
  it("is unknown before the first answer, and costs no request to ask", async () => {
    const { client, requests } = await connected(() => list([]));
    expect(client.rateLimit).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it("is that of the last response", async () => {
    const { client } = await connected((_, index) => ({
      ...list([]),
      headers: { ...documented, "ratelimit-remaining": String(50 - index) },
    }));
    await client.collection("host").page(1);
    expect(client.rateLimit?.remaining).toBe(50);
    await client.collection("host").page(1);
    expect(client.rateLimit).toEqual({ ...readRateLimit(documented, 0), remaining: 49 });
  });

  it("is also read from a 429", async () => {
    const { client } = await connected(() => failure(403, "No.", documented));
    await errorOf(client.collection("host").page(1));
    expect(client.rateLimit).toEqual(readRateLimit(documented, 0));
  });

  it("stays after a response without it", async () => {
    const { client } = await connected((_, index) =>
      index === 0 ? { ...list([]), headers: documented } : list([]),
    );
    await client.collection("host").page(1);
    await client.collection("host").page(1);
    expect(client.rateLimit).toEqual(readRateLimit(documented, 0));
  });
});
