import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { closeAccounts, openAccount, type TestAccount } from "../account";
import { rootSetting } from "../api-version";
import { resource } from "../resource-block";
import { instances } from "../state-file";

afterEach(closeAccounts);

/** Makes an account the configured one, where the environment names the other. */
function settingsFor({ service }: TestAccount): string {
  const { url, legacyUrl, accountSid, authToken } = service;
  return `
${rootSetting} = "${rootSetting === "base_url" ? url : legacyUrl}"
account_sid = "${accountSid}"
auth_token = "${authToken}"`;
}

const writes = ({ service }: TestAccount) => service.requests.filter(({ method }) => method !== "GET");

describe.each(["flat", "parent-and-children"] as const)(
  "a state of another account, subnets as %s",
  (subnetCreate) => {
    let own: TestAccount;
    let other: TestAccount;
    let resources: (name: string) => string;
    let storedIds: () => Promise<unknown[]>;

    beforeEach(async () => {
      own = await openAccount({ subnetCreate });
      other = await openAccount({ subnetCreate });
      const profile = own.service.account.objects("monitoring_profile")[0]?.id;
      const group = own.service.account.objects("contact_group")[0]?.id;
      resources = (name) =>
        resource("contact_group", "ops", { name }) +
        resource("host", "net", { host: "198.51.100.8/30", name, profile, contact_groups: [group] });
      storedIds = async () =>
        [...(await instances(own.workspace.folder)).values()].map(({ attributes }) => attributes.id);
      await own.write(resources("Operations"));
      await own.apply();
      // With version 3.0, the first read shows what the service stored, which is noted.
      await own.apply("-refresh-only");
    });

    it("is refused for every object, with both accounts and the setting, and no object is forgotten", async () => {
      const ids = await storedIds();
      await own.write(resources("Renamed"), settingsFor(other));
      for (const args of [[], ["-refresh=false"], ["-refresh=false", "-replace=rblmonitor_host.net"]]) {
        const { code, diagnostics } = await own.tryApply(...args);
        expect(code).toBe(1);
        expect(diagnostics.map(({ address }) => address).sort()).toEqual([
          "rblmonitor_contact_group.ops",
          "rblmonitor_host.net",
        ]);
        for (const { severity, summary, detail } of diagnostics) {
          expect([severity, summary]).toEqual(["error", "Account mismatch"]);
          expect(detail).toContain(own.service.accountSid);
          expect(detail).toContain(other.service.accountSid);
          expect(detail).toContain("or select the workspace of that account");
          expect(detail).toMatch(
            /another provider configuration, give it a new address.*allow_account_change = true.*stay there, unmanaged/s,
          );
        }
      }
      const destroyed = await own.tryApply("-destroy", "-refresh=false");
      expect(destroyed.diagnostics.map(({ summary }) => summary)).toEqual([
        "Account mismatch",
        "Account mismatch",
      ]);
      expect(await storedIds()).toEqual(ids);
      expect(writes(other)).toEqual([]);
    });

    it("is refused where a plan of the one account is applied to the other", async () => {
      const ids = await storedIds();
      await own.write(resources("Renamed"));
      await own.keptPlan();
      await own.workspace.succeed("plan", "-destroy", "-out=destruction");
      const { url, legacyUrl, accountSid, authToken } = other.service;
      // A saved plan holds the provider's block, and the environment decides what that leaves open.
      const there = await own.another({
        folder: own.workspace.folder,
        account: { url, legacyUrl, accountSid, authToken },
      });
      for (const plan of ["planned", "destruction"]) {
        const { code, stdout, stderr } = await there.workspace.run("apply", plan);
        expect(stdout + stderr).toContain("Account mismatch");
        expect(code).toBe(1);
      }
      expect(await storedIds()).toEqual(ids);
      expect(writes(other)).toEqual([]);
    });

    it("is accepted with allow_account_change: the plan warns, and creates what the account lacks", async () => {
      const allowed = `${settingsFor(other)}\nallow_account_change = true`;
      await own.write(
        resources("Operations").replace(/(profile|contact_groups) = .*/g, (line) =>
          line
            .replace(/RP\w+/, other.service.account.objects("monitoring_profile")[0]?.id ?? "")
            .replace(/CG\w+/, other.service.account.objects("contact_group")[0]?.id ?? ""),
        ),
        allowed,
      );
      const { planned, diagnostics } = await own.plan();
      expect(planned).toEqual({ "rblmonitor_contact_group.ops": "create", "rblmonitor_host.net": "create" });
      expect(diagnostics.map(({ severity, summary }) => [severity, summary])).toEqual([
        ["warning", "Account changed"],
        ["warning", "Account changed"],
      ]);
      expect(writes(other)).toEqual([]);
      await own.apply();
      const again = await own.plan();
      expect([again.planned, again.diagnostics]).toEqual([{}, []]);
    });
  },
);

describe("a state of a provider that did not note the account", () => {
  it("gets the account at the first refresh, which plans nothing", async () => {
    const own = await openAccount();
    const other = await openAccount();
    await own.write(resource("contact_group", "ops", { name: "Operations" }));
    await own.apply();
    await forgetNotes(own.workspace.folder);
    const { code } = await own.plan("-detailed-exitcode");
    expect(code).toBe(0);
    await own.apply();
    await own.write(resource("contact_group", "ops", { name: "Operations" }), settingsFor(other));
    expect((await own.plan()).diagnostics).toMatchObject([{ summary: "Account mismatch" }]);
  });
});

describe("the same account", () => {
  it("is the same over both versions of the API", async () => {
    const own = await openAccount();
    await own.write(resource("contact_group", "ops", { name: "Operations" }));
    await own.apply();
    for (const version of ["3.0", "4.0"]) {
      await own.write(
        resource("contact_group", "ops", { name: "Operations" }),
        `api_version = "${version}"\n account_sid = "${own.service.accountSid}"`,
      );
      expect(await own.plan()).toMatchObject({ code: 0, planned: {}, diagnostics: [] });
    }
  });
});

/** Takes all notes out of a state, as if it had been written without them. */
async function forgetNotes(folder: string): Promise<void> {
  const file = join(folder, "terraform.tfstate");
  const state = JSON.parse(await readFile(file, "utf8"));
  for (const { instances } of state.resources) for (const one of instances) delete one.private;
  state.serial += 1;
  await writeFile(file, JSON.stringify(state));
}
