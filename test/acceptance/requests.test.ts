import type { RecordedRequest } from "../../src/emulator/request-log";
import { closeAccounts, openAccount, patience, type TestAccount } from "./account";
import { reference, resource } from "./resource-block";

jest.setTimeout(patience);

/** A group, a profile and that many hosts. */
function fleet(count: number): string {
  return [
    resource("contact_group", "ops", { name: "Operations" }),
    resource("monitoring_profile", "mail", { name: "Mail", frequency: "weekly" }),
    resource("host", "mail", {
      count: reference(`${count}`),
      host: reference(`"mail-\${count.index}.example.com"`),
      name: reference(`"mail \${count.index}"`),
      profile: reference("rblmonitor_monitoring_profile.mail.id"),
      contact_groups: [reference("rblmonitor_contact_group.ops.id")],
    }),
  ].join("");
}

async function requestsOf(account: TestAccount, act: () => Promise<unknown>): Promise<RecordedRequest[]> {
  const before = account.service.requestCount;
  await act();
  return account.service.requests.slice(before);
}

const isRead = ({ method }: RecordedRequest) => method === "GET";

describe.each([
  [1, 1000],
  [30, 1000],
  [150, 1000],
  [150, 50],
] as const)("%i hosts with their group and profile, where a page has at most %i", (count, maxPageSize) => {
  let account: TestAccount;
  const pages = Math.ceil(count / Math.min(100, maxPageSize));

  beforeAll(async () => {
    account = await openAccount({ maxPageSize });
    await account.write(fleet(count));
  });
  afterAll(closeAccounts);

  it("cost one write each to create, and no read for each", async () => {
    const requests = await requestsOf(account, () => account.apply());
    expect(requests.filter((request) => !isRead(request))).toHaveLength(count + 2);
    expect(requests.filter(isRead).length).toBeLessThanOrEqual(2);
    expect(account.service.account.objects("host")).toHaveLength(count);
  });

  it("cost a plan the pages of the list, and little more", async () => {
    const requests = await requestsOf(account, async () =>
      expect((await account.plan()).planned).toEqual({}),
    );
    expect(requests.every(isRead)).toBe(true);
    expect(requests.length).toBeLessThanOrEqual(pages + 3);
  });

  it("cost an apply after a drift one write for what drifted, and the same reads", async () => {
    account.service.account.change(account.named("host", "mail 0").id, { name: "Post" });
    const requests = await requestsOf(account, () => account.apply());
    expect(requests.filter((request) => !isRead(request)).map(({ method }) => method)).toEqual(["PUT"]);
    expect(requests.filter(isRead).length).toBeLessThanOrEqual(pages + 3);
  });

  it("cost one write each to destroy", async () => {
    const requests = await requestsOf(account, () => account.destroy());
    expect(requests.filter((request) => !isRead(request))).toHaveLength(count + 2);
    expect(requests.filter(isRead).length).toBeLessThanOrEqual(pages + 3);
  });
});

describe("a plan", () => {
  afterEach(closeAccounts);

  it("of what does not exist yet costs no request", async () => {
    const account = await openAccount();
    await account.write(fleet(30));
    expect(await requestsOf(account, () => account.plan())).toEqual([]);
  });

  it("of few hosts in a large account costs less than listing it", async () => {
    const account = await openAccount();
    for (let n = 0; n < 1000; n++) account.service.account.add("host", { host: `other-${n}.example.com` });
    await account.write(fleet(2));
    await account.apply();
    const requests = await requestsOf(account, async () =>
      expect((await account.plan()).planned).toEqual({}),
    );
    expect(requests.length).toBeLessThanOrEqual(3 + 2);
  });
});
