import { list } from "../../client/support/replies";
import { accountAt, closeServices, read } from "./read";

afterEach(closeServices);

const headers = {
  "ratelimit-limit": "100;w=1, 1000;w=3600",
  "ratelimit-remaining": "99",
  "ratelimit-reset": "1",
};

describe("the rate limit", () => {
  it("is read with the shortest list, once for concurrent reads", async () => {
    const { account, requests } = await accountAt(() => ({ ...list([]), headers }));
    const both = await Promise.all([
      read("rblmonitor_rate_limit", account),
      read("rblmonitor_rate_limit", account),
    ]);
    expect(both[0]).toEqual({
      limit: 1000,
      remaining: 99,
      reset: 1,
      policies: [
        { limit: 1000, window: 3600 },
        { limit: 100, window: 1 },
      ],
    });
    expect(both[1]).toEqual(both[0]);
    expect(requests.map(({ path, query }) => [path, query])).toEqual([
      ["/4.0/contact/groups.json", { page: "1", page_size: "1" }],
    ]);
  });

  it("is that of the last response, whatever the request", async () => {
    const { account, requests } = await accountAt(() => ({ ...list([]), headers }));
    await read("rblmonitor_hosts", account);
    expect(await read("rblmonitor_rate_limit", account)).toMatchObject({ limit: 1000, remaining: 99 });
    expect(requests.map(({ path }) => path)).toEqual(["/4.0/rbl/hosts.json"]);
  });

  it("is null if the service does not return it", async () => {
    const { account } = await accountAt(() => list([]));
    expect(await read("rblmonitor_rate_limit", account)).toEqual({
      limit: null,
      remaining: null,
      reset: null,
      policies: [],
    });
  });
});
