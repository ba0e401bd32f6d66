import type { Account } from "../../../src/provider/account";
import { contactGroup } from "../../../src/provider/contact-group";
import { host } from "../../../src/provider/host";
import { planUses, planUsesOfDestroyed } from "../../../src/provider/managed/plan-uses";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const [group, mail] = ["CG", "HT"].map((prefix) => `${prefix}${"1".padStart(32, "0")}`);

const unreachable = () => Promise.reject(new Error("The service is down."));

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
