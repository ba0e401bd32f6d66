import type { Fields } from "../../src/emulator/account/objects";
import { openPointValues } from "../../src/emulator/settings";
import { openAccount as openReal } from "./account";
import { byApiVersion } from "./api-version";
import { closeAccounts, openAccount, type TestAccount } from "./driven/account";
import { changesOf, driftOf } from "./planned-changes";
import { resource } from "./resource-block";

const net = "rblmonitor_host.net";
const addresses = ["192.0.2.8", "192.0.2.9", "192.0.2.10", "192.0.2.11"];

/** What an update sets in addition to `paused`, and what later drifts on one member: version 3.0 has no tags. */
const whole: Fields = byApiVersion<Fields>({
  "4.0": { name: "Network", tags: ["a"] },
  "3.0": { name: "Network" },
});
const changed: Fields = byApiVersion<Fields>({ "4.0": { tags: ["b"] }, "3.0": { name: "Post" } });

interface Member {
  readonly id: string;
  readonly host: string;
}

function subnet(
  account: Pick<TestAccount, "service">,
  changes: Readonly<Record<string, unknown>> = {},
): string {
  const desk = account.service.account;
  return resource("host", "net", {
    host: "192.0.2.9/30",
    name: "Net",
    profile: desk.objects("monitoring_profile")[0]?.id,
    contact_groups: [desk.objects("contact_group")[0]?.id],
    ...changes,
  });
}

const hosts = ({ service }: TestAccount) => service.account.objects("host");

async function state(
  account: Pick<TestAccount, "values">,
): Promise<{ id: string; host: string; members: readonly Member[] }> {
  const { id, host, members } = await account.values(net);
  return { id: String(id), host: String(host), members: members as readonly Member[] };
}

/** Host by id, of the state's members and of the account. */
const byId = (all: readonly Member[]) => Object.fromEntries(all.map(({ id, host }) => [id, host]).sort());

describe.each(openPointValues.subnetCreate)("a subnet that the service creates as %s", (subnetCreate) => {
  const made = {
    flat: addresses,
    one: ["192.0.2.8/30"],
    "parent-and-children": ["192.0.2.8/30", ...addresses],
  }[subnetCreate];
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ subnetCreate, names: "canonical" });
  });
  afterAll(closeAccounts);

  const expectEmptyPlan = async () => expect((await account.plan()).planned).toEqual({});

  it("is one resource that manages all of its hosts, in the user's spelling", async () => {
    await account.write(subnet(account));
    await account.apply();
    const { id, host, members } = await state(account);
    expect(host).toBe("192.0.2.9/30");
    expect(id).toBe(hosts(account)[0]?.id);
    expect(byId(members)).toEqual(byId(hosts(account)));
    expect(members.map((member) => member.host)).toEqual(made);
    await expectEmptyPlan();
  });

  it("is changed and paused with every member", async () => {
    await account.write(subnet(account, { ...whole, paused: true }));
    expect(changesOf(await account.keptPlan())).toEqual({
      [net]: { actions: "update", attributes: [...Object.keys(whole), "paused"].sort() },
    });
    await account.applyKept();
    for (const host of hosts(account)) expect(host).toMatchObject({ ...whole, paused: true });
    await expectEmptyPlan();
  });

  it("shows the drift of one member, and repairs it", async () => {
    const last = hosts(account).at(-1)?.id ?? "";
    account.service.account.change(last, { ...changed, paused: false });
    const attributes = [...Object.keys(changed), "paused"].sort();
    const { diagnostics } = await account.plan();
    const plan = await account.keptPlan();
    if (subnetCreate === "one") {
      // The only host speaks for the subnet.
      expect(driftOf(plan)).toEqual({ [net]: attributes });
      expect(changesOf(plan)).toEqual({ [net]: { actions: "update", attributes } });
    } else {
      expect(diagnostics.map(({ summary }) => summary).sort()).toEqual(
        attributes.map((name) => `Members differ in ${name}`),
      );
      expect(driftOf(plan)).toEqual({});
      expect(changesOf(plan)).toEqual({ [net]: { actions: "update", attributes: ["members"] } });
    }
    await account.applyKept();
    for (const host of hosts(account)) expect(host).toMatchObject({ ...whole, paused: true });
    await expectEmptyPlan();
  });

  if (subnetCreate !== "one") {
    const lostOnes = [
      ["a member", -1],
      ["the first, whose SID is the resource's own,", 0],
    ] as const;
    it.each(lostOnes.slice(0, subnetCreate === "flat" ? 2 : 1))(
      "is repaired in place when %s was deleted elsewhere",
      async (_, position) => {
        const lost = hosts(account).at(position);
        account.service.account.remove(lost?.id ?? "");
        const left = hosts(account).map(({ id }) => id);
        const plan = await account.keptPlan();
        expect(driftOf(plan)[net]).toContain("members");
        expect(changesOf(plan)).toMatchObject({ [net]: { actions: "update" } });
        expect(changesOf(plan)[net]?.attributes).toEqual(["members"]);
        const planned = plan.resource_changes?.find(({ address }) => address === net)?.change.after?.members;
        const known = new Map(hosts(account).map(({ id, host }) => [host, { id, host }]));
        const kept = (await state(account)).members.filter((member) => member.id !== lost?.id);
        expect(planned).toEqual([...kept.map(({ host }) => known.get(host)), { host: lost?.host }]);
        await account.applyKept();
        const { id, members } = await state(account);
        expect(
          hosts(account)
            .map((host) => host.host)
            .sort(),
        ).toEqual([...made].sort());
        expect(byId(members)).toEqual(byId(hosts(account)));
        expect(members.map(({ host }) => host)).toEqual([...kept.map(({ host }) => host), lost?.host]);
        expect(hosts(account).map((host) => host.id)).toEqual(expect.arrayContaining([...left, id]));
        for (const host of hosts(account)) expect(host).toMatchObject({ ...whole, paused: true });
        await expectEmptyPlan();
      },
    );

    it("is imported with all of its hosts, including those that the provider created again", async () => {
      const other = await account.another();
      const block = `import {\n  to = ${net}\n  id = "192.0.2.8/30"\n}\n`;
      await other.write(subnet(account, { ...whole, paused: true }) + block);
      expect((await other.apply()).planned).toEqual({ [net]: "import" });
      expect(byId((await state(other)).members)).toEqual(byId(hosts(account)));
    });
  }

  if (subnetCreate === "parent-and-children") {
    it("goes on with the children when only the parent was deleted elsewhere, and makes none of them twice", async () => {
      account.service.account.remove((await state(account)).id);
      await account.write(subnet(account, { ...whole, name: "Net again", paused: true }));
      expect((await account.apply()).planned).toEqual({ [net]: "update" });
      const { id, members } = await state(account);
      expect(hosts(account)).toHaveLength(4);
      expect(byId(members)).toEqual(byId(hosts(account)));
      expect(Object.keys(byId(members))).toContain(id);
      for (const host of hosts(account)) expect(host.name).toBe("Net again");
      await expectEmptyPlan();
    });
  }

  it("is created again when all of it was deleted elsewhere, and destroyed as a whole", async () => {
    for (const { id } of [...hosts(account)]) account.service.account.remove(id);
    expect((await account.apply()).planned).toEqual({ [net]: "create" });
    expect(
      hosts(account)
        .map((host) => host.host)
        .sort(),
    ).toEqual([...made].sort());
    await expectEmptyPlan();
    await account.destroy();
    expect(hosts(account)).toEqual([]);
  });
});

describe("a subnet", () => {
  afterEach(closeAccounts);

  it("of more than 256 addresses warns at plan time and says how many they are", async () => {
    const account = await openAccount();
    await account.write(subnet(account, { host: "10.0.0.0/22" }));
    const { diagnostics } = await account.plan();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "Large subnet",
        code: expect.stringContaining("10.0.0.0/22"),
        detail: expect.stringContaining("1,024 addresses"),
      }),
    ]);
  });

  it("of 256 addresses does not", async () => {
    const account = await openAccount();
    await account.write(subnet(account, { host: "10.0.0.0/24" }));
    expect((await account.plan()).diagnostics).toEqual([]);
  });

  it("does not spread what ignore_changes ignores from one member to the others", async () => {
    const account = await openReal();
    const block = subnet(account).replace(
      /}\n$/,
      "  lifecycle {\n    ignore_changes = [paused, name]\n  }\n}\n",
    );
    await account.write(block);
    await account.apply();
    const all = () => account.service.account.objects("host").map(({ name, paused }) => ({ name, paused }));
    account.service.account.change(account.service.account.objects("host")[1]?.id ?? "", {
      name: "Mail",
      paused: true,
    });
    const { diagnostics, planned } = await account.apply();
    expect(planned).toEqual({ [net]: "update" });
    expect(diagnostics).toMatchObject([
      {
        severity: "warning",
        summary: "Members differ in name",
        detail: expect.stringContaining("192.0.2.9"),
      },
      {
        severity: "warning",
        summary: "Members differ in paused",
        detail: expect.stringContaining("192.0.2.9"),
      },
    ]);
    expect(all()).toEqual(Array(4).fill({ name: "Net", paused: false }));
    expect((await account.plan("-detailed-exitcode")).code).toBe(0);
    // A change that all members share is ignored.
    for (const { id } of account.service.account.objects("host"))
      account.service.account.change(id, { paused: true });
    expect((await account.plan()).planned).toEqual({});
  });

  it("keeps in state what a destroy has not reached, and an apply creates the rest again", async () => {
    const account = await openReal();
    await account.write(subnet(account));
    await account.apply();
    const [, second] = account.service.account.objects("host");
    account.service.faults.arm({
      fault: "500-before",
      times: 99,
      matching: ({ method, path }) => path.includes(second?.id ?? "") && method !== "GET",
    });
    await expect(account.destroy()).rejects.toThrow("3 deleted");
    expect((await state(account)).members).toEqual([{ id: second?.id, host: second?.host }]);
    await account.service.faults.clear();
    await account.apply();
    expect(account.service.account.objects("host")).toHaveLength(4);
    expect((await account.plan("-detailed-exitcode")).code).toBe(0);
  });

  it("shows a member that was deleted elsewhere as one added member", async () => {
    const account = await openReal();
    await account.write(subnet(account));
    await account.apply();
    account.service.account.remove(account.service.account.objects("host")[0]?.id ?? "");
    const change = (await account.keptPlan()).resource_changes?.find(
      ({ address }) => address === net,
    )?.change;
    const [before, after] = [change?.before?.members, change?.after?.members] as Member[][];
    expect(after?.slice(0, 3)).toEqual(before);
    expect(after?.slice(3)).toEqual([{ host: "192.0.2.8" }]);
    await account.applyKept();
    expect((await account.plan("-detailed-exitcode")).code).toBe(0);
  });

  it("knows the address of each member although the service returns only ids", async () => {
    const account = await openReal({ createReturns: "id" });
    await account.write(`${subnet(account)}output "members" { value = ${net}.members[*].host }`);
    await account.apply();
    expect((await state(account)).members.map(({ host }) => host)).toEqual(addresses);
    expect((await account.plan("-detailed-exitcode")).code).toBe(0);
  });
});
