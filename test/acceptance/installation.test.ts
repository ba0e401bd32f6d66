import { closeAccounts, openAccount } from "./account";
import { resource } from "./resource-block";

describe("the plugin from a filesystem mirror", () => {
  afterEach(closeAccounts);

  it("is installed by terraform init, plans and applies, and stays the one that was locked", async () => {
    const account = await openAccount({}, { plugin: { mirror: "dist/mirror" } });
    await account.write(resource("contact_group", "ops", { name: "Operations" }));
    const init = await account.workspace.run("init");
    expect(init.stdout).toContain("Installed rblmonitor/rblmonitor");
    const applied = await account.apply();
    expect(applied.applied).toEqual({ "rblmonitor_contact_group.ops": "create" });
    expect(applied.text).not.toContain("development overrides");
    expect((await account.plan()).planned).toEqual({});
    // After it was used, it is still the one that was locked.
    expect((await account.workspace.run("init", "-lockfile=readonly")).code).toBe(0);
    expect((await account.plan()).code).toBe(0);
  });
});
