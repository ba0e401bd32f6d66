import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { wholeResource as resource } from "../resource-block";
import { speaking } from "./every-kind";

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
const expectEmptyPlan = async (account: TestAccount) => expect((await account.plan()).planned).toEqual({});

describe("over version 3.0", () => {
  it("a host of a subnet with several groups cannot be made again, and the plan says so", async () => {
    const account = await openAccount({ subnetCreate: "flat" });
    const groups = [
      account.service.account.objects("contact_group")[0]?.id,
      account.service.account.add("contact_group", { name: "Night" }).id,
    ];
    await account.write(subnet(account, { contact_groups: groups }), speaking("4.0"));
    await account.apply();
    await account.write(subnet(account, { contact_groups: groups }), speaking("3.0"));
    await expectEmptyPlan(account);
    account.service.account.remove(hosts(account)[1]?.id ?? "");
    expect((await account.plan()).diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        address: net,
        summary: "contact_groups not supported by API version 3.0",
      }),
    ]);
  });
});
