import { openAccount as openReal } from "../account";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const host = ({ service }: TestAccount, address: string) =>
  resource("host", "mx", {
    host: address,
    name: "mx",
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: [service.account.objects("contact_group")[0]?.id],
  });

describe("the message about", () => {
  it.each([
    [
      "an IPv6 address has what the service takes",
      "warning",
      "2001:db8::1",
      /only IPv4 addresses, domain names, and IPv4 subnets.*IPv6/s,
    ],
  ])("%s", async (_, severity, address, detail) => {
    const account = await openAccount();
    await account.write(host(account, address));
    const { diagnostics } = await account.plan();
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity, detail: expect.stringMatching(detail) }),
    ]);
    expect(diagnostics[0]?.detail.includes(address)).toBe(false);
  });

  it("a version of the API that is a number says to write it in quotes", async () => {
    const account = await openReal();
    await account.write(host(account, "192.0.2.1"), "api_version = 4.0");
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('write it in quotes: "4.0"') }),
    ]);
  });

  it("a check that the service does not know names the id and where it comes from", async () => {
    const account = await openReal();
    const id = `PP${"0".repeat(64)}`;
    await account.write(`data "rblmonitor_check_status" "gone" {\n  id = "${id}"\n}\n`);
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        summary: "Check not found",
        detail: expect.stringMatching(new RegExp(`${id}.*rblmonitor_manual_check`, "s")),
        code: expect.stringContaining("id ="),
      }),
    ]);
  });
});
