import { readRateLimit } from "../../src/client/rate-limit";
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
