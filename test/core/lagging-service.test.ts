import type { EmulatorOptions } from "../../src/emulator/emulator";
import { closeAccounts } from "../acceptance/account";
import { declared, openDrivenAccount } from "./driven-account";

afterEach(closeAccounts);

/** An account with these settings, and its default profile and group, which hosts refer to. */
async function opened(settings: EmulatorOptions) {
  const account = await openDrivenAccount(settings);
  const { service } = account;
  const [profile] = service.account.objects("monitoring_profile");
  const [group] = service.account.objects("contact_group");
  const host = (name: string, address: string) => ({
    [`host.${name}`]: { name, host: address, profile: profile?.id ?? "", contact_groups: [group?.id ?? ""] },
  });
  const hosts = () => service.account.objects("host").map(({ host: address }) => address);
  return { ...account, host, hosts };
}

describe("a service that returns at most 10 objects a page", () => {
  it("has its 25 hosts refreshed and destroyed", async () => {
    const account = await opened({ maxPageSize: 10 });
    const each = Array.from({ length: 25 }, (_, n) => account.host(`h${n}`, `192.0.2.${n}`));
    account.write({ resources: declared(Object.assign({}, ...each)) });
    await account.apply();
    expect(await account.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
    await account.destroy();
    expect(account.hosts()).toEqual([]);
  });
});

describe("a service whose every second read is two seconds behind", () => {
  it("gets no object twice, and nothing to change when it has caught up", async () => {
    const account = await opened({ readLag: 2 });
    const first = { ...account.host("one", "192.0.2.1"), ...account.host("two", "192.0.2.2") };
    account.write({ resources: declared(first) });
    await account.apply();
    account.service.clock.advance(2_000);
    expect(await account.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
    account.write({ resources: declared({ ...first, ...account.host("three", "192.0.2.3") }) });
    await account.apply();
    account.service.clock.advance(2_000);
    expect(await account.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
    expect(account.hosts().sort()).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
  });

  it.each([1, 2, 3, 4, 5, 12])("has %i hosts in state right after their create", async (count) => {
    const account = await opened({ readLag: 2 });
    const each = Array.from({ length: count }, (_, n) => account.host(`h${n}`, `192.0.2.${n}`));
    account.write({ resources: declared(Object.assign({}, ...each)) });
    await account.apply();
    // The first plan reads the current list, and the second one the list from before the create.
    for (const _ of ["current", "earlier"])
      expect(await account.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
    expect(await account.tryApply()).toMatchObject({ code: 0, applied: {}, diagnostics: [] });
    expect(account.hosts()).toHaveLength(count);
  });
});

describe("a service that creates the further hosts of a subnet two seconds later", () => {
  it.each(["flat", "parent-and-children"] as const)(
    "has a %s subnet as one resource",
    async (subnetCreate) => {
      const account = await opened({ subnetCreate, memberLag: 2 });
      account.write({ resources: declared(account.host("net", "192.0.2.0/30")) });
      await account.apply();
      expect(await account.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
      account.service.clock.advance(2_000);
      expect(await account.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
      await account.destroy();
      expect(account.hosts()).toEqual([]);
    },
  );
});
