import { openPointValues } from "../../src/emulator/settings";
import { needing } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { changesOf } from "./planned-changes";
import { resource } from "./resource-block";

const one = "rblmonitor_certificate_monitor.one";

function monitors(account: TestAccount, hostnames: readonly string[]): string {
  const { account: desk } = account.service;
  return hostnames
    .map((hostname, index) =>
      resource("certificate_monitor", ["one", "two", "three", "four"][index] ?? "", {
        hostname,
        protocol: "https",
        name: `Monitor ${index}`,
        profile: desk.objects("certificate_profile")[0]?.id,
        contact_groups: [desk.objects("contact_group")[0]?.id],
      }),
    )
    .join("");
}

const forms = openPointValues.monitorHostnamePort
  .filter((form) => form !== "refused")
  .flatMap((form) => openPointValues.monitorPort.map((port) => [form, port] as const));

needing("certificate_monitor", () => {
  describe("the port of a certificate monitor", () => {
    afterEach(closeAccounts);

    it.each(forms)(
      "plans no change where it is %s and `port` is %s",
      async (monitorHostnamePort, monitorPort) => {
        const account = await openAccount({ monitorHostnamePort, monitorPort, names: "canonical" });
        const hostnames = ["WWW.example.com:8443", "192.0.2.1:443", "[2001:DB8::1]:8443", "2001:db8::2"];
        await account.write(monitors(account, hostnames));
        await account.apply();
        expect((await account.plan()).planned).toEqual({});
        await account.write(monitors(account, ["www.example.COM.:8443", ...hostnames.slice(1)]));
        expect((await account.plan()).planned).toEqual({});
        await account.write(monitors(account, ["www.example.com:9443", ...hostnames.slice(1)]));
        expect((await account.plan()).planned).toEqual({ [one]: "replace" });
      },
    );

    it.each(["[2001:db8::1]", "2001:db8::1"])(
      "of an IPv6 address written as %s: brackets are sent, and no form of an answer differs",
      async (written) => {
        const account = await openAccount();
        await account.write(monitors(account, [written]));
        await account.apply();
        const { id, hostname } = account.service.account.objects("certificate_monitor")[0] ?? {};
        expect(hostname).toBe("[2001:db8::1]");
        for (const reported of ["2001:DB8:0::1", "[2001:db8::1]"]) {
          account.service.account.change(String(id), { hostname: reported });
          for (const monitorPort of openPointValues.monitorPort) {
            account.service.configure({ monitorPort });
            expect((await account.plan()).planned).toEqual({});
          }
        }
      },
    );

    it("plans a change when the API returns another one", async () => {
      const account = await openAccount({ monitorHostnamePort: "split", monitorPort: "present" });
      await account.write(monitors(account, ["www.example.com:8443"]));
      await account.apply();
      const { id } = account.named("certificate_monitor", "Monitor 0");
      account.service.account.change(id, { port: 9443 });
      const plan = await account.keptPlan();
      expect(changesOf(plan)).toEqual({
        [one]: { actions: "delete,create", attributes: ["hostname", "id"] },
      });
      expect(plan.resource_changes?.[0]?.change.before?.hostname).toBe("www.example.com:9443");
    });

    it("that the API rejects is reported with the message of the API", async () => {
      const account = await openAccount({ monitorHostnamePort: "refused" });
      await account.write(monitors(account, ["www.example.com:8443"]));
      expect((await account.tryApply()).diagnostics).toEqual([
        expect.objectContaining({ address: one, detail: expect.stringContaining("must not have a port") }),
      ]);
    });
  });

  describe("a certificate profile", () => {
    afterEach(closeAccounts);
    const profile = (attributes: Readonly<Record<string, unknown>> = {}) =>
      resource("certificate_profile", "strict", {
        name: "Strict",
        expiration_thresholds: [120],
        ...attributes,
      });

    it("has thresholds beyond the documented ones where the service accepts them, with a warning", async () => {
      const account = await openAccount({ thresholdsBeyondRange: "accepted" });
      await account.write(profile());
      expect((await account.apply()).diagnostics).toContainEqual(
        expect.objectContaining({
          severity: "warning",
          detail: expect.stringContaining("outside the 0 to 90"),
        }),
      );
      expect((await account.plan()).planned).toEqual({});
    });

    it("is not created where the API rejects such thresholds", async () => {
      const account = await openAccount({ thresholdsBeyondRange: "refused" });
      await account.write(profile());
      const { code, diagnostics } = await account.tryApply();
      expect(code).toBe(1);
      expect(diagnostics).toContainEqual(
        expect.objectContaining({
          severity: "error",
          detail: expect.stringContaining("expiration_thresholds"),
        }),
      );
    });

    it("that is the default passes the flag on and is deleted, with a warning", async () => {
      const account = await openAccount();
      await account.write(profile({ expiration_thresholds: [7], is_default: true }));
      await account.apply();
      await account.write("");
      const { diagnostics } = await account.tryApply();
      expect(diagnostics.filter(({ severity }) => severity === "warning")).toContainEqual(
        expect.objectContaining({ detail: expect.stringContaining("makes another one the default") }),
      );
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const left = account.service.account.objects("certificate_profile");
      expect(left.map(({ name, is_default }) => [name, is_default])).toEqual([["Public Profile", true]]);
    });

    it("that is the default is deleted where the API allows it", async () => {
      const account = await openAccount({ defaultCertificateProfile: "deletable" });
      await account.write(profile({ expiration_thresholds: [7], is_default: true }));
      await account.apply();
      await account.destroy();
      expect(account.service.account.objects("certificate_profile").map(({ name }) => name)).not.toContain(
        "Strict",
      );
    });
  });
});
