import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnyObject } from "../../src/emulator/account/objects";
import type { RecordedRequest } from "../../src/emulator/options";
import { watchMemory } from "../../src/tasks/real-terraform/memory";
import { isLong } from "../properties";
import { openAccount as openReal, type TestAccount as RealAccount } from "./account";
import { isCallOn } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { fleet, partNames, readBack } from "./fleet";
import { multiplied } from "./large-state";
import { started } from "./running-plugin";

/** Unmanaged hosts of the account. */
function addHosts({ service }: Pick<TestAccount, "service">, count: number): void {
  for (let n = 0; n < count; n++) service.account.add("host", { host: `other-${n}.example.com` });
}

/** Gives the account, and the state, that many hosts in place of the one of each part that was applied. */
async function multiplyHosts(
  { service, workspace }: RealAccount,
  count: number,
  parts: number,
): Promise<void> {
  const file = join(workspace.folder, "terraform.tfstate");
  const applied = [...service.account.objects("host")] as AnyObject[];
  const { id: _, ...first } = applied[0] as AnyObject;
  for (const { id } of applied) service.account.remove(id);
  const hosts = Array.from({ length: count }, (_, n) => {
    const names = { host: `mail-${n}.example.com`, name: `mail ${n}` };
    const { id } = service.account.add("host", { ...first, ...names });
    return { id, ...names, members: [{ id, host: names.host }] };
  });
  const size = count / parts;
  const state = partNames(parts).reduce(
    (text, name, part) => multiplied(text, name, hosts.slice(part * size, (part + 1) * size), part * size),
    await readFile(file, "utf8"),
  );
  await writeFile(file, state);
}

async function requestsOf(
  { service }: Pick<TestAccount, "service">,
  act: () => Promise<unknown>,
): Promise<RecordedRequest[]> {
  const before = service.requestCount;
  await act();
  return service.requests.slice(before);
}

const isRead = ({ method }: RecordedRequest) => method === "GET";

/** The second reads of missing objects of a kind. */
const confirmations = 3;

describe.each([
  [1, 1000],
  [100, 1000],
  [110, 50],
] as const)("%i hosts with their group and profile, where a page has at most %i", (count, maxPageSize) => {
  let account: TestAccount;
  const pages = Math.ceil(count / Math.min(100, maxPageSize));

  beforeAll(async () => {
    account = await openAccount({ maxPageSize });
    await account.write(fleet(count));
  });
  afterAll(closeAccounts);

  it("cost one write each to create, and one read of each kind in the plan and in the apply", async () => {
    const requests = await requestsOf(account, () => account.apply());
    expect(requests.filter((request) => !isRead(request))).toHaveLength(count + 2);
    expect(requests.filter(isRead)).toHaveLength(3 + 3 + readBack);
    expect(account.service.account.objects("host")).toHaveLength(count);
  });

  it("cost a plan the pages of the list, and little more", async () => {
    const requests = await requestsOf(account, async () =>
      expect((await account.plan()).planned).toEqual({}),
    );
    expect(requests.every(isRead)).toBe(true);
    expect(requests.length).toBeLessThanOrEqual(pages + 3);
  });

  it("cost an apply after a drift one write for each that drifted, and the same reads", async () => {
    const drifted = Math.min(count, 20);
    for (let n = 0; n < drifted; n++)
      account.service.account.change(account.named("host", `mail ${n}`).id, { name: "Post" });
    const requests = await requestsOf(account, () => account.apply());
    const writes = requests.filter((request) => !isRead(request));
    expect(writes).toHaveLength(drifted);
    expect(writes.every((request) => isCallOn(request, "update", "host"))).toBe(true);
    expect(requests.filter(isRead).length).toBeLessThanOrEqual(pages + 3);
  });

  it("cost a plan little more than the pages when many are gone", async () => {
    const lost = Math.floor(count / 2);
    for (let n = 0; n < lost; n++) account.service.account.remove(account.named("host", `mail ${n}`).id);
    const requests = await requestsOf(account, async () =>
      expect(Object.keys((await account.plan()).planned)).toHaveLength(lost),
    );
    expect(requests.length).toBeLessThanOrEqual(pages + Math.min(lost, 25) + 3 + confirmations);
  });
});

/** How many hosts are planned, in how many resources; 1,000 take five CPU seconds, and 5,000 a quarter of a minute. */
const large = isLong
  ? ([
      [1000, 1],
      [5000, 5],
    ] as const)
  : ([[250, 5]] as const);

describe.each(large)("a plan of %i hosts with their group and profile, in resources: %i", (count, parts) => {
  let account: RealAccount;
  const pages = Math.ceil(count / 100);

  beforeAll(async () => {
    account = await openReal({ maxPageSize: 1000 });
    await account.write(fleet(parts, "mail", parts));
    await account.apply();
    await account.write(fleet(count, "mail", parts));
    await multiplyHosts(account, count, parts);
  });
  afterAll(closeAccounts);

  it("costs the pages of the list, and at most three requests more", async () => {
    const requests = await requestsOf(account, async () =>
      expect((await account.plan()).planned).toEqual({}),
    );
    expect(requests.every(isRead)).toBe(true);
    expect(requests.length).toBeLessThanOrEqual(pages + 3);
  });

  // Not of 5,000: Terraform alone takes a quarter of a minute to plan those.
  if (count <= 1000) {
    it("costs 28 requests more when half of the hosts are deleted, and reports only these as deleted", async () => {
      const lost = Array.from({ length: count / 2 }, (_, n) => account.named("host", `mail ${2 * n}`).id);
      for (const id of lost) account.service.account.remove(id);
      const requests = await requestsOf(account, async () => {
        const { planned } = await account.plan();
        const size = count / parts;
        const expected = lost.map((_, n) => {
          const name = partNames(parts)[Math.floor((2 * n) / size)];
          return [`rblmonitor_host.${name}[${(2 * n) % size}]`, "create"];
        });
        expect(planned).toEqual(Object.fromEntries(expected));
      });
      expect(requests.length).toBeLessThanOrEqual(pages + 25 + 3 + confirmations);
    });
  }
});

describe("in an account of 50,000 hosts", () => {
  let account: RealAccount;

  beforeAll(async () => {
    account = await openReal({ maxPageSize: 1000 });
    await account.write(fleet(3));
    await account.apply();
    addHosts(account, 50_000);
  });
  afterAll(closeAccounts);

  it("a plan of three hosts costs at most 7 requests", async () => {
    const requests = await requestsOf(account, async () =>
      expect((await account.plan()).planned).toEqual({}),
    );
    expect(requests.length).toBeLessThanOrEqual(7);
  });

  it("a plan that reads all hosts takes at most 300 MB", async () => {
    const { start, write } = await account.another(started);
    await write(`
data "rblmonitor_hosts" "some" { host_pattern = "other-4999*" }
output "found" { value = length(data.rblmonitor_hosts.some.hosts) }
`);
    const requests = await requestsOf(account, async () => {
      const { child, finished } = start(["plan"]);
      const stopWatch = watchMemory(child.pid ?? Number.NaN);
      expect((await finished).stdout).toContain("+ found = 11");
      // Only Linux reports it.
      expect(stopWatch() ?? (process.platform === "linux" ? Number.NaN : 0)).toBeLessThan(300);
    });
    expect(requests).toHaveLength(501);
  });
});

describe("a plan", () => {
  afterEach(closeAccounts);

  it("of new resources costs one request for each kind", async () => {
    const account = await openAccount();
    await account.write(fleet(30));
    expect(await requestsOf(account, () => account.plan())).toHaveLength(3);
  });

  it.each([
    [12, 2000],
    [25, 4000],
  ])("of %i hosts in an account of %i costs little more than one for each", async (count, others) => {
    const account = await openAccount();
    addHosts(account, others);
    await account.write(fleet(count));
    await account.apply();
    const requests = await requestsOf(account, async () =>
      expect((await account.plan()).planned).toEqual({}),
    );
    expect(requests.length).toBeLessThanOrEqual(count + 3);
  });
});
