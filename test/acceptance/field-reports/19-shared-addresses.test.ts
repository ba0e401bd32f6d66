import { openAccount as openReal } from "../account";
import { needing } from "../api-version";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { importBlock, reference, resource } from "../resource-block";

afterEach(closeAccounts);

const host = ({ service }: Pick<TestAccount, "service">, name: string, address: unknown) =>
  resource("host", name, {
    ...{ host: address, name },
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: [service.account.objects("contact_group")[0]?.id],
  });

describe("Two resources of one configuration", () => {
  it.each([
    ["one name in two spellings", "mail.example.com", "Mail.Example.COM."],
    ["one address", "192.0.2.9", "192.0.2.9"],
    ["a subnet and one of its members", "192.0.2.8/30", "192.0.2.11"],
    ["two subnets that overlap", "192.0.2.8/30", "192.0.2.0/24"],
    ["all addresses and one of them", "0.0.0.0/0", "192.0.2.9"],
  ])("are refused in the plan with %s", async (_, one, other) => {
    const account = await openAccount();
    await account.write(host(account, "one", one) + host(account, "other", other));
    const { code, diagnostics } = await account.plan();
    expect(code).toBe(1);
    expect(diagnostics.filter(({ summary }) => summary === "Two resources for one host")).toEqual([
      expect.objectContaining({ severity: "error", code: expect.stringContaining("host") }),
    ]);
  });

  it("are accepted with adjacent addresses, and with a forced replacement", async () => {
    const account = await openAccount({ subnetCreate: "parent-and-children" });
    await account.write(host(account, "net", "192.0.2.8/30") + host(account, "next", "192.0.2.12"));
    expect((await account.apply()).diagnostics).toEqual([]);
    expect((await account.apply("-replace=rblmonitor_host.next")).diagnostics).toEqual([]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("are refused in the plan when the first is in state, and in the apply when the address is known only then", async () => {
    const account = await openReal();
    await account.write(host(account, "net", "192.0.2.8/30"));
    await account.apply();
    await account.write(host(account, "net", "192.0.2.8/30") + host(account, "one", "192.0.2.9"));
    expect((await account.plan()).diagnostics).toContainEqual(
      expect.objectContaining({ severity: "error", summary: "Two resources for one host" }),
    );
    const later = 'resource "terraform_data" "later" {\n  input = "late.example.com"\n}\n';
    const late = reference("terraform_data.later.output");
    await account.write(
      host(account, "net", "192.0.2.8/30") + later + host(account, "one", late) + host(account, "two", late),
    );
    const { code, applied } = await account.tryApply();
    expect(code).toBe(1);
    expect(Object.keys(applied).filter((address) => address.startsWith("rblmonitor_host."))).toHaveLength(1);
  });

  it("get a warning when the account has both hosts, and an error when a third one gets the address", async () => {
    const account = await openAccount({ sameHost: "accept" });
    const [profile] = account.service.account.objects("monitoring_profile");
    const [group] = account.service.account.objects("contact_group");
    const blocks = ["one", "two"].map((name) => {
      const references = { profile: profile?.id, contact_group: [group?.id] };
      const { id } = account.service.account.add("host", { host: "192.0.2.9", name, ...references });
      return importBlock(`rblmonitor_host.${name}`, id) + host(account, name, "192.0.2.9");
    });
    await account.write(blocks.join(""));
    const { code, diagnostics } = await account.tryApply();
    const conflict = (severity: string) =>
      expect.objectContaining({ severity, summary: "Two resources for one host" });
    expect([code, diagnostics]).toEqual([0, [conflict("warning")]]);
    expect((await account.plan()).planned).toEqual({});
    const moves = host(account, "three", "192.0.2.10");
    await account.write(blocks.join("") + moves);
    await account.apply();
    await account.write(blocks.join("") + moves.replace("2.10", "2.9"));
    expect((await account.plan()).diagnostics).toContainEqual(conflict("error"));
  });

  it("get a warning when one is renamed without a moved block", async () => {
    const account = await openAccount();
    await account.write(host(account, "old", "mail.example.com"));
    await account.apply();
    await account.write(host(account, "new", "mail.example.com"));
    const { diagnostics } = await account.plan();
    expect(diagnostics.filter(({ detail }) => detail.includes("moved {"))).toHaveLength(1);
    expect(diagnostics.map(({ severity }) => severity)).not.toContain("error");
  });

  needing("certificate_monitor", () => {
    it("get a warning with one endpoint for two certificate monitors", async () => {
      const account = await openAccount();
      const monitor = (name: string, hostname: string) =>
        resource("certificate_monitor", name, {
          ...{ hostname, name, protocol: "https" },
          profile: account.service.account.objects("certificate_profile")[0]?.id,
          contact_groups: [account.service.account.objects("contact_group")[0]?.id],
        });
      await account.write(
        monitor("a", "www.example.com") +
          monitor("b", "WWW.example.com") +
          monitor("c", "www.example.com:8443"),
      );
      expect((await account.plan()).diagnostics).toEqual([
        expect.objectContaining({
          severity: "warning",
          summary: "Two resources for one certificate monitor",
        }),
      ]);
    });
  });
});
