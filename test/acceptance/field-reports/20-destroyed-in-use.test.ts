import { closeAccounts, openAccount, type TestAccount } from "../account";
import { reference, resource } from "../resource-block";

afterEach(closeAccounts);

const groups = (names: readonly string[], lifecycle = "") =>
  `resource "rblmonitor_contact_group" "of" {
  for_each = toset(${JSON.stringify(names)})
  name     = each.key
${lifecycle}
}
`;
const createFirst = "  lifecycle {\n    create_before_destroy = true\n  }";
const host = ({ service }: TestAccount, group: string) =>
  resource("host", "mail", {
    ...{ host: "mail.example.com", name: "Mail" },
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: reference(`[rblmonitor_contact_group.of["${group}"].id]`),
  });

describe("A contact group that is removed while its host moves to another one", () => {
  it("is reported in the plan, stays until the host has moved, and then goes", async () => {
    const account = await openAccount();
    await account.write(groups(["old", "new"]) + host(account, "old"));
    await account.apply();
    const [group, mail] = [account.named("contact_group", "old").id, account.named("host", "Mail").id];
    await account.write(groups(["new"]) + host(account, "new"));
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Contact group destroyed while in use",
        detail: expect.stringMatching(new RegExp(`${group} "old" is used by: host ${mail} "Mail"`)),
      }),
    ]);
    const { diagnostics } = await account.tryApply();
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([
      expect.objectContaining({
        summary: "Contact group not deleted",
        detail: expect.stringMatching(/\n\nPut its resource back \(with for_each, its key\) and apply/),
      }),
    ]);
    await account.write(groups(["old", "new"]) + host(account, "new"));
    await account.apply();
    await account.write(groups(["new"]) + host(account, "new"));
    expect((await account.apply()).applied).toEqual({ 'rblmonitor_contact_group.of["old"]': "delete" });
  });

  it("is destroyed after the host has moved if it had create_before_destroy", async () => {
    const account = await openAccount();
    await account.write(groups(["old", "new"], createFirst) + host(account, "old"));
    await account.apply();
    await account.write(groups(["new"], createFirst) + host(account, "new"));
    expect((await account.apply()).applied).toEqual({
      'rblmonitor_contact_group.of["old"]': "delete",
      "rblmonitor_host.mail": "update",
    });
  });
});
