import { failure, list, sid } from "../../client/support/replies";
import { accountAt, closeServices, read, summaryOf } from "./read";

afterEach(closeServices);

describe("the listings", () => {
  it("are listed hosts, whether or not the service returns `listed` for each", async () => {
    const hosts = [{ id: sid("HT", 2) }, { id: sid("HT", 1), listed: 1, host: "192.0.2.1" }];
    const { account } = await accountAt(() => list(hosts));
    expect(await read("rblmonitor_listings", account)).toMatchObject({
      total_listed: null,
      hosts: [
        { id: sid("HT", 2), host: null, listed: true },
        { id: sid("HT", 1), host: "192.0.2.1", listed: true },
      ],
    });
  });

  it("are read once for several data sources", async () => {
    const { account, requests } = await accountAt(() => list([], { total_listed: "3" }));
    const both = [read("rblmonitor_listings", account), read("rblmonitor_listings", account)];
    expect((await Promise.all(both)).map(({ total_listed }) => total_listed)).toEqual([3, 3]);
    await read("rblmonitor_listings", account);
    expect(requests).toHaveLength(1);
  });

  it("are requested again after a failure, which is explained", async () => {
    const { account } = await accountAt((_, index) => (index === 0 ? failure(403) : list([])));
    expect(await summaryOf(read("rblmonitor_listings", account))).toBe("Access denied");
    expect(await summaryOf(read("rblmonitor_listings", account))).toBe("read");
  });
});
