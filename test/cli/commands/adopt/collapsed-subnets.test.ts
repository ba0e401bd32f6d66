import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/account";
import { adopted, removeAdopted } from "./adopted";

afterEach(closeAccounts);
afterAll(removeAdopted);

const range = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `192.0.2.${first + index}`);

function add({ service }: TestAccount, hosts: readonly string[], fields = {}): void {
  for (const host of hosts) service.account.add("host", { host, name: "Net", ...fields });
}

/** The ids by which the adopted code imports hosts. */
async function importedHosts({ service }: TestAccount, collapseSubnets?: true): Promise<readonly string[]> {
  const { files } = await adopted(service, { kind: ["host"], ...(collapseSubnets && { collapseSubnets }) });
  return [...(files["imports.tf"] ?? "").matchAll(/rblmonitor_host\S+\s+id = "([^"]+)"/g)]
    .map(([, id]) => `${id}`)
    .sort();
}

const sids = ({ service }: TestAccount) => service.account.objects("host").map(({ id }) => id);

describe("hosts that fill a subnet", () => {
  it("are adopted one by one unless they are to be collapsed", async () => {
    const account = await openAccount();
    add(account, range(8, 4));
    expect(await importedHosts(account)).toEqual([...sids(account)].sort());
    expect(await importedHosts(account, true)).toEqual(["192.0.2.8/30"]);
  });

  it("are adopted as the largest subnets that they fill", async () => {
    const account = await openAccount();
    add(account, range(7, 10));
    const single = [sids(account)[0], sids(account).at(-1)];
    expect(await importedHosts(account, true)).toEqual(["192.0.2.8/29", ...single].sort());
  });

  it("are not collapsed over one that is declared otherwise, has a twin, or belongs to another subnet", async () => {
    const account = await openAccount();
    add(account, range(8, 4));
    account.service.account.change(sids(account)[1] ?? "", { paused: true });
    add(account, ["192.0.2.16", "192.0.2.16", "192.0.2.17"]);
    const parent = account.service.account.add("host", { host: "198.51.100.0/31", name: "Net" }).id;
    add(account, ["198.51.100.0", "198.51.100.1"], { parent });
    const [first, paused, , , ...others] = sids(account);
    const single = [first, paused, ...others.filter((id) => !others.slice(4).includes(id))];
    expect(await importedHosts(account, true)).toEqual(["192.0.2.10/31", ...single].sort());
  });

  it("are imported by the code as one resource, which changes nothing", async () => {
    const account = await openAccount();
    add(account, range(8, 8));
    await adopted(account.service, { output: account.workspace.folder, collapseSubnets: true });
    const { planned, code } = await account.tryApply();
    expect(code).toBe(0);
    expect(planned).toMatchObject({ "rblmonitor_host.net": "import" });
    expect(new Set(Object.values(planned))).toEqual(new Set(["import"]));
    expect((await account.plan()).planned).toEqual({});
  });
});
