import type { Account } from "../../../src/provider/account";
import { contactGroup } from "../../../src/provider/contact-group";
import { host } from "../../../src/provider/host";
import { planUses, planUsesOfDestroyed } from "../../../src/provider/managed/plan-uses";
import { namesOf } from "../../../src/provider/managed/refusals";
import type { Kind } from "../../../src/service/kinds";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const [group, mail] = ["CG", "HT"].map((prefix) => `${prefix}${"1".padStart(32, "0")}`);

const unreachable = () => Promise.reject(new Error("The service is down."));

describe("the users of an object in a message", () => {
  const named = (kind: Kind, id: string, name?: string) => ({ kind, object: { id, name } });

  it("are named once for each name, such as the hosts of a subnet", () => {
    const outbound = [1, 2, 3, 4].map((n) => named("host", `HT${n}`, "outbound"));
    expect(namesOf([...outbound, named("host", "HT5", "Mail"), named("source", "SO1", "outbound")])).toEqual([
      'host HT1 "outbound" and 3 more of this name',
      'host HT5 "Mail"',
      'source SO1 "outbound"',
    ]);
  });

  it("are all named by their SIDs if they have no names", () => {
    expect(namesOf([named("contact", "CO1"), named("contact", "CO2")])).toEqual([
      "contact CO1",
      "contact CO2",
    ]);
  });
});

/** Plans a host of the group, and the destruction of the group, in that order or in the other one. */
async function warningsOf(order: readonly ("host" | "group")[]): Promise<string[]> {
  const diagnostics = new Diagnostics();
  const context = {
    uses: { users: new Map(), destroyed: new Map() },
    reader: unreachable,
  } as unknown as Account;
  const call = {
    context,
    diagnostics,
    replacePaths: [],
  };
  for (const each of order) {
    if (each === "group")
      await planUsesOfDestroyed(contactGroup.object, context, {
        ...call,
        prior: { id: group, name: "Old" },
      } as never);
    else
      await planUses(host.object, {
        ...call,
        prior: { id: mail, name: "Mail", contact_groups: [group] },
      } as never);
  }
  return diagnostics.list.map(({ detail }) => detail);
}

it.each([[["host", "group"]], [["group", "host"]], [["group", "host", "host"]]] as const)(
  "a destroyed contact group that a host uses is reported once, in any order of planning: %j",
  async (order) => {
    expect(await warningsOf(order)).toEqual([
      expect.stringContaining(`The contact group ${group} "Old" is used by: host ${mail} "Mail".`),
    ]);
  },
);

it("a contact group that is destroyed without users is not reported", async () => {
  expect(await warningsOf(["group"])).toEqual([]);
});

describe("the users in the report of a destroyed contact group", () => {
  /** What is reported if the plan has a host with this name, and the account lists hosts with these. */
  const reported = async (planned: string, ...listed: readonly string[]) => {
    const diagnostics = new Diagnostics();
    const hosts = listed.map((name, n) => ({ id: `HT${n}`, name, contact_group: [group] }));
    const readAll = async () => hosts;
    const reader = async (kind: Kind) => ({ readAll: kind === "host" ? readAll : async () => [] });
    const uses = { users: new Map(), destroyed: new Map() };
    const call = { context: { uses, reader }, diagnostics, replacePaths: [] };
    const prior = { id: "HT0", name: planned, contact_groups: [group] };
    await planUses(host.object, { ...call, prior } as never);
    await planUsesOfDestroyed(
      contactGroup.object,
      call.context as never,
      { ...call, prior: { id: group } } as never,
    );
    return diagnostics.list[0]?.detail ?? "";
  };

  it("are all that the account lists, under the names that it shows", async () => {
    expect(await reported("Mail", "Now")).toContain('is used by: host HT0 "Now".');
    expect(await reported("Mail", "Now", "Other")).toContain('is used by: host HT0 "Now", host HT1 "Other".');
  });

  it("are those of the plan if the list lacks some of them", async () => {
    expect(await reported("Mail")).toContain('is used by: host HT0 "Mail".');
  });
});

it.each([
  ["replaced", [[{ attribute: "host" }]], { id: mail, contact_groups: [group] }],
  ["created", [], null],
])("a host that is %s is no user of a destroyed contact group", async (_, replacePaths, prior) => {
  const diagnostics = new Diagnostics();
  const uses = {
    users: new Map(),
    destroyed: new Map([[group, { kind: "contact_group", object: { id: group } }]]),
  };
  const context = { uses, reader: unreachable };
  await planUses(host.object, { context, diagnostics, replacePaths, prior } as never);
  expect([diagnostics.list, uses.users.size]).toEqual([[], 0]);
});
