import { needing } from "../api-version";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { resource } from "../resource-block";

afterEach(closeAccounts);

const profile = (name: string, isDefault?: boolean) =>
  resource("certificate_profile", name, {
    ...{ name, expiration_thresholds: [30], is_default: isDefault },
  });
const defaults = (account: TestAccount) =>
  account.service.account
    .objects("certificate_profile")
    .filter((object) => object.is_default)
    .map(({ name }) => name);

needing("certificate_profile", () => {
  describe.each([409, 422] as const)("a service that refuses with %d", (inUseStatus) => {
    it("11: terraform destroy hands the flag of a default certificate profile to the built-in one", async () => {
      const account = await openAccount({ inUseStatus });
      const [builtIn] = defaults(account);
      await account.write(profile("one", true) + profile("two"));
      await account.apply();
      const { diagnostics } = await account.destroy();
      expect(defaults(account)).toEqual([builtIn]);
      expect(account.service.account.objects("certificate_profile")).toHaveLength(1);
      expect(diagnostics.map(({ severity }) => severity)).not.toContain("error");
    });

    it("11: the flag moves from a removed certificate profile to another one in the same apply", async () => {
      const account = await openAccount({ inUseStatus });
      await account.write(profile("one", true));
      await account.apply();
      await account.write(profile("two", true));
      await account.apply();
      expect(defaults(account)).toEqual(["two"]);
      expect((await account.plan()).planned).toEqual({});
    });

    it("11: the last certificate profile of an account stays, and the error says what to do", async () => {
      const account = await openAccount({ inUseStatus });
      const [builtIn] = account.service.account.objects("certificate_profile");
      await account.write(profile("one", true));
      await account.apply();
      account.service.account.remove(builtIn?.id ?? "");
      const { diagnostics } = await account.tryApply("-destroy");
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([
        expect.objectContaining({
          summary: "Certificate profile not deleted",
          detail: expect.stringMatching(/Create another one with is_default = true.*terraform state rm/s),
        }),
      ]);
      expect(defaults(account)).toEqual(["one"]);
    });

    it("11: a default certificate profile in use keeps the flag, and the error names its users", async () => {
      const account = await openAccount({ inUseStatus });
      const desk = account.service.account;
      await account.write(profile("one", true));
      await account.apply();
      const { id } = desk.add("certificate_monitor", {
        ...{ hostname: "shop.example.com", protocol: "https", name: "Shop" },
        profile: account.named("certificate_profile", "one").id,
      });
      const { diagnostics } = await account.tryApply("-destroy");
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([
        expect.objectContaining({
          detail: expect.stringContaining(`still use it: certificate monitor ${id}`),
        }),
      ]);
      expect(defaults(account)).toEqual(["one"]);
    });
  });
});
