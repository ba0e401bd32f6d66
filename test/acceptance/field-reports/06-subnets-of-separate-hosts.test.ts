import type { Fields } from "../../../src/emulator/account/objects";
import { lackOf } from "../api-version";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { changesOf } from "../planned-changes";
import { importBlock, resource } from "../resource-block";

afterEach(closeAccounts);

const net = "rblmonitor_host.net";
const cidr = "192.0.2.8/30";
const addresses = ["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"];

function subnet({ service }: TestAccount, host = cidr): string {
  return resource("host", "net", {
    host,
    name: "Net",
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: [service.account.objects("contact_group")[0]?.id],
  });
}

const hosts = ({ service }: TestAccount) => service.account.objects("host");
const sids = (account: TestAccount) => hosts(account).map(({ id }) => id);
const deletions = ({ service }: TestAccount) =>
  service.requests.filter(({ method, path }) => method === "DELETE" || path.includes("delete"));

/** An account whose subnet no state has: a host for each address. */
async function withHosts(...changes: readonly Fields[]): Promise<TestAccount> {
  const account = await openAccount();
  const changed = (index: number) => changes[index] ?? {};
  addresses.forEach((host, index) => {
    account.service.account.add("host", { host, name: "Net", ...changed(index) });
  });
  return account;
}

it.each([cidr, "192.0.2.10/30"])(
  "a lost subnet is imported by its CIDR %s: every host is a member, and nothing changes",
  async (given) => {
    const account = await withHosts();
    await account.write(importBlock(net, given) + subnet(account));
    expect((await account.apply()).planned).toEqual({ [net]: "import" });
    expect(await account.values(net)).toMatchObject({
      id: sids(account)[0],
      members: expect.arrayContaining(hosts(account).map(({ id, host }) => ({ id, host }))),
    });
    expect((await account.plan()).planned).toEqual({});
    account.service.account.remove(sids(account)[0] ?? "");
    await account.apply();
    expect(
      hosts(account)
        .map(({ host }) => host)
        .sort(),
    ).toEqual([...addresses].sort());
    await account.destroy();
    expect(hosts(account)).toEqual([]);
  },
);

it("a lost subnet whose parent the account shows is imported by its CIDR with all its children", async () => {
  const account = await openAccount({ subnetCreate: "parent-and-children" });
  const parent = account.service.account.add("host", { host: cidr, name: "Net" }).id;
  for (const host of addresses) account.service.account.add("host", { host, name: "Net", parent });
  await account.write(importBlock(net, cidr) + subnet(account));
  expect((await account.apply()).planned).toEqual({ [net]: "import" });
  expect(await account.values(net)).toMatchObject({ id: parent, members: { length: 5 } });
  expect((await account.plan()).planned).toEqual({});
});

it("a lost subnet that is created again is refused with its hosts and the import block that recovers it", async () => {
  const account = await withHosts();
  await account.write(subnet(account));
  const { diagnostics } = await account.tryApply();
  // The plans warn of them.
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors).toHaveLength(1);
  const [{ detail = "" } = {}] = errors;
  expect(detail).toContain(`4 of the 4 addresses of ${cidr}: 192.0.2.8 (${sids(account)[0]})`);
  expect(detail).toContain(`import {\n  to = <address of this resource>\n  id = "${cidr}"\n}`);
});

it("a subnet with a host of another resource is refused with that host, and without an import of the subnet", async () => {
  const account = await openAccount();
  const { id } = account.service.account.add("host", { host: "192.0.2.9", name: "Mail" });
  await account.write(subnet(account));
  const { diagnostics } = await account.tryApply();
  const [{ detail = "" } = {}] = diagnostics;
  expect(detail).toContain(`1 of the 4 addresses of ${cidr}: 192.0.2.9 (${id})`);
  expect(detail).not.toContain("import {");
});

it.each(["SID", "address"])(
  "a lost subnet that is imported as its first host by %s is not replaced: the plan says to import by CIDR",
  async (by) => {
    const account = await withHosts();
    const given = by === "SID" ? (sids(account)[0] ?? "") : "192.0.2.8";
    await account.write(importBlock(net, given) + subnet(account));
    const { diagnostics } = await account.tryApply();
    expect(diagnostics).toMatchObject([
      { severity: "error", summary: "Host is part of its subnet", address: net, code: `host = "${cidr}"` },
    ]);
    expect(diagnostics[0]?.detail).toContain(`id = "${cidr}"`);
    expect(deletions(account)).toEqual([]);
    expect(hosts(account)).toHaveLength(4);
  },
);

it("a host that is the only one of its subnet can be replaced by the subnet", async () => {
  const account = await openAccount();
  const { id } = account.service.account.add("host", { host: "192.0.2.9", name: "Net" });
  await account.write(importBlock(net, id) + subnet(account));
  expect(changesOf(await account.keptPlan())).toMatchObject({ [net]: { actions: "delete,create" } });
});

it("hosts of an incomplete subnet are not imported as a subnet: the error lists missing hosts and differences", async () => {
  const account = await withHosts({}, { name: "Mail" }, { tags: ["mx"] });
  account.service.account.remove(sids(account)[3] ?? "");
  await account.write(importBlock(net, cidr) + subnet(account));
  const { diagnostics } = await account.plan();
  expect(diagnostics).toMatchObject([{ severity: "error", summary: "Hosts do not form one subnet" }]);
  const [{ detail = "" } = {}] = diagnostics;
  expect(detail).toContain(`hosts for 3 of the 4 addresses of ${cidr}`);
  expect(detail).toContain("Missing: 192.0.2.11.");
  expect(detail).toContain(`Different in name: 192.0.2.9 (${sids(account)[1]}).`);
  if (lackOf("host.tags") === undefined)
    expect(detail).toContain(`Different in tags: 192.0.2.10 (${sids(account)[2]}).`);
});

it("a huge range with a few hosts is not imported as a subnet, and the error stays short", async () => {
  const account = await withHosts();
  await account.write(importBlock(net, "192.0.0.0/8") + subnet(account, "192.0.0.0/8"));
  const { diagnostics } = await account.plan();
  expect(diagnostics[0]?.detail).toContain(
    "Missing: 192.0.0.0, 192.0.0.1, 192.0.0.2, 192.0.0.3, 192.0.0.4, and 16,777,207 more.",
  );
  expect(String(diagnostics[0]?.detail).length).toBeLessThan(1_000);
});
