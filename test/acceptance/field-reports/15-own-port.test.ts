import { needing } from "../api-version";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const address = "rblmonitor_certificate_monitor.www";

function monitor({ service }: TestAccount, hostname: string, protocol = "https"): string {
  const [group] = service.account.objects("contact_group");
  const [profile] = service.account.objects("certificate_profile");
  return resource("certificate_monitor", "www", {
    hostname,
    protocol,
    name: "www",
    profile: profile?.id,
    contact_groups: [group?.id],
  });
}

needing("certificate_monitor", () =>
  describe("the default port of a protocol", () => {
    it.each([
      ["https", "www.example.org", "www.example.org:443"],
      ["https", "www.example.org:443", "www.example.org"],
      ["smtp", "mx.example.org", "MX.example.org.:25"],
      ["imaps", "[2001:db8::1]:993", "2001:db8::1"],
      ["postgresql", "db.example.org", "db.example.org:5432"],
    ])("plans no change with %s: %s, then %s", async (protocol, before, after) => {
      const account = await openAccount();
      await account.write(monitor(account, before, protocol));
      await account.apply();
      await account.write(monitor(account, after, protocol));
      expect((await account.plan()).planned).toEqual({});
    });

    it("does not change the hostname when another attribute changes", async () => {
      const account = await openAccount();
      await account.write(monitor(account, "www.example.org"));
      await account.apply();
      const renamed = monitor(account, "www.example.org:443").replace('"www"\n', '"renamed"\n');
      await account.write(renamed);
      expect((await account.apply()).planned).toEqual({ [address]: "update" });
      expect(await account.values(address)).toMatchObject({ hostname: "www.example.org" });
      expect((await account.plan()).planned).toEqual({});
    });

    it("of another protocol is another port", async () => {
      const account = await openAccount();
      await account.write(monitor(account, "mx.example.org", "smtp"));
      await account.apply();
      await account.write(monitor(account, "mx.example.org:465", "smtp"));
      expect((await account.plan()).planned).toEqual({ [address]: "replace" });
    });
  }),
);
