import { adopted, removeAdopted } from "../cli/commands/adopt/adopted";
import { openAccount as openReal } from "./account";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { driftOf } from "./planned-changes";
import { importBlock, resource } from "./resource-block";

afterEach(closeAccounts);
afterAll(removeAdopted);

const mail = "rblmonitor_host.mail";

function host({ service }: TestAccount, address: string): string {
  return resource("host", "mail", {
    host: address,
    name: "Mail",
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: [service.account.objects("contact_group")[0]?.id],
  });
}

describe("a host with an IPv6 address that the account has", () => {
  it("is imported in any spelling, found by a data source, read without a difference, and shows drift", async () => {
    const account = await openReal();
    const { id } = account.service.account.add("host", { host: "2001:db8::25", name: "Mail" });
    const data = `data "rblmonitor_host" "mail" { host = "2001:DB8:0::25" }\ndata "rblmonitor_hosts" "all" {}\n`;
    await account.write(importBlock(mail, "2001:0DB8::25") + host(account, "2001:db8:0::25") + data);
    const { planned, diagnostics } = await account.apply();
    expect({ planned, diagnostics }).toEqual({ planned: { [mail]: "import" }, diagnostics: [] });
    expect(await account.values(mail)).toMatchObject({ id, members: [{ id, host: "2001:db8::25" }] });
    account.service.account.change(id, { name: "Post" });
    expect(driftOf(await account.keptPlan())).toEqual({ [mail]: ["name"] });
  });

  it("is adopted", async () => {
    const { service } = await openAccount();
    service.account.add("host", { host: "2001:db8::25", name: "Mail" });
    const { files, stdout } = await adopted(service, { kind: ["host"] });
    expect(Object.values(files).join("")).toContain(`"2001:db8::25"`);
    expect(stdout).not.toContain("Skipped");
  });
});

describe("a new host with an IPv6 address", () => {
  const warning = { severity: "warning", summary: "IPv6 host may be refused", address: mail };

  it("is created with a warning in the plan where the service accepts it", async () => {
    const account = await openAccount({ ipv6Hosts: "accepted" });
    await account.write(host(account, "2001:DB8::25"));
    expect((await account.plan()).diagnostics).toMatchObject([warning]);
    await account.apply();
    expect(account.service.account.objects("host")).toHaveLength(1);
    const { planned, diagnostics } = await account.plan();
    expect({ planned, diagnostics }).toEqual({ planned: {}, diagnostics: [] });
  });

  it("is an error of the service where that refuses it", async () => {
    const account = await openAccount({ ipv6Hosts: "refused" });
    await account.write(host(account, "2001:db8::25"));
    const { diagnostics } = await account.tryApply();
    expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([
      { detail: expect.stringContaining("must be an IPv4 address") },
    ]);
    expect(account.service.account.objects("host")).toEqual([]);
  });
});
