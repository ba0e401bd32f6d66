import { itWith } from "../real-core";
import { closeAccounts, openAccount, type TestAccount } from "./account";
import { importBlock, resource } from "./resource-block";
import { instances } from "./state-file";

afterEach(closeAccounts);

const group = "rblmonitor_contact_group.one";
const net = "rblmonitor_host.net";
const block = resource("contact_group", "one", { name: "Operations" });
const subnet = ({ service }: TestAccount) =>
  resource("host", "net", {
    ...{ host: "192.0.2.8/30", name: "Net" },
    profile: service.account.objects("monitoring_profile")[0]?.id,
    contact_groups: [service.account.objects("contact_group")[0]?.id],
  });
const identityAt = async ({ workspace }: Pick<TestAccount, "workspace">, address: string) =>
  (await instances(workspace.folder)).get(address)?.identity;

describe("the identity of an object", () => {
  const it12 = itWith("resource identity");

  it12("is in the state, and stays when the object changes or is read again", async () => {
    const account = await openAccount();
    await account.write(block + subnet(account));
    await account.apply();
    const before = [await identityAt(account, group), await identityAt(account, net)];
    const { id } = account.named("contact_group", "Operations");
    const owner = { account: account.service.accountSid };
    expect(before).toEqual([
      { id, ...owner },
      { id: expect.any(String), ...owner },
    ]);
    await account.write((block + subnet(account)).replaceAll(/name = "(\w+)"/g, 'name = "$1 2"'));
    await account.apply();
    await account.apply("-refresh-only");
    expect([await identityAt(account, group), await identityAt(account, net)]).toEqual(before);
  });

  it12("imports it, with or without the account", async () => {
    const account = await openAccount();
    const { id } = account.service.account.add("contact_group", { name: "Operations" });
    for (const owner of [{}, { account: account.service.accountSid }]) {
      const another = await account.another();
      await another.write(block + importBlock(group, { id, ...owner }));
      expect((await another.apply()).planned).toEqual({ [group]: "import" });
      expect((await another.plan()).planned).toEqual({});
      expect(await identityAt(another, group)).toEqual({ id, account: account.service.accountSid });
    }
  });

  it12("of another account is refused, with the names of both", async () => {
    const account = await openAccount();
    const { id } = account.service.account.add("contact_group", { name: "Operations" });
    const other = `AC${"1".repeat(32)}`;
    await account.write(block + importBlock(group, { id, account: other }));
    const { diagnostics } = await account.plan();
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: "error", detail: expect.stringContaining(other) }),
    ]);
    expect(diagnostics[0]?.detail).toContain(account.service.accountSid);
  });
});
