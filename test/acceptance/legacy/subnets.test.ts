import { gapSettings } from "../../../src/emulator/settings";
import { closeAccounts, openAccount, patience, type TestAccount } from "../account";
import { changesOf } from "../planned-changes";
import { resource } from "../resource-block";
import { speaking } from "./every-kind";

jest.setTimeout(patience);
afterEach(closeAccounts);

const net = "rblmonitor_host.net";

function subnet({ service }: TestAccount, changes: Readonly<Record<string, unknown>> = {}): string {
  const { account: desk } = service;
  return resource("host", "net", {
    host: "192.0.2.9/30",
    name: "Net",
    profile: desk.objects("monitoring_profile")[0]?.id,
    contact_groups: [desk.objects("contact_group")[0]?.id],
    ...changes,
  });
}

const hosts = ({ service }: TestAccount) => service.account.objects("host");
const expectNothingToPlan = async (account: TestAccount) =>
  expect((await account.plan()).planned).toEqual({});

describe("over version 3.0", () => {
  it.each(gapSettings.subnetCreate)(
    "a subnet of which the service makes %s is one resource, changed, made anew and destroyed as a whole",
    async (subnetCreate) => {
      const account = await openAccount({ subnetCreate });
      await account.write(subnet(account), speaking("3.0"));
      await account.apply();
      const { members } = await account.values(net);
      expect((members as readonly { id: string }[]).map(({ id }) => id).sort()).toEqual(
        hosts(account)
          .map(({ id }) => id)
          .sort(),
      );
      await expectNothingToPlan(account);
      await account.write(subnet(account, { name: "Network", paused: true }), speaking("3.0"));
      await account.apply();
      for (const host of hosts(account)) expect(host).toMatchObject({ name: "Network", paused: true });
      await expectNothingToPlan(account);
      for (const { id } of [...hosts(account)]) account.service.account.remove(id);
      expect((await account.apply()).planned).toEqual({ [net]: "create" });
      await expectNothingToPlan(account);
      await account.destroy();
      expect(hosts(account)).toEqual([]);
    },
  );

  it("a host of a subnet that was deleted elsewhere is made again in place", async () => {
    const account = await openAccount({ subnetCreate: "flat" });
    await account.write(subnet(account), speaking("3.0"));
    await account.apply();
    account.service.account.remove(hosts(account)[1]?.id ?? "");
    expect(changesOf(await account.keptPlan())).toEqual({
      [net]: { actions: "update", attributes: ["members"] },
    });
    await account.applyKept();
    expect(hosts(account)).toHaveLength(4);
    await expectNothingToPlan(account);
  });

  it("a host of a subnet with several groups cannot be made again, and the plan says so", async () => {
    const account = await openAccount({ subnetCreate: "flat" });
    const groups = [
      account.service.account.objects("contact_group")[0]?.id,
      account.service.account.add("contact_group", { name: "Night" }).id,
    ];
    await account.write(subnet(account, { contact_groups: groups }), speaking("4.0"));
    await account.apply();
    await account.write(subnet(account, { contact_groups: groups }), speaking("3.0"));
    await expectNothingToPlan(account);
    account.service.account.remove(hosts(account)[1]?.id ?? "");
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        address: net,
        summary: "contact_groups is more than version 3.0 takes",
      }),
    ]);
  });
});
