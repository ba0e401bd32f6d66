import type { Account } from "../../../src/provider/account";
import { contactGroup } from "../../../src/provider/contact-group";
import { host } from "../../../src/provider/host";
import { planUses, planUsesOfDestroyed } from "../../../src/provider/managed/plan-uses";
import { PlannedUses } from "../../../src/provider/managed/planned-uses";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const [group, mail] = ["CG", "HT"].map((prefix) => `${prefix}${"1".padStart(32, "0")}`);

/** Plans a host of the group, and the destruction of the group, in that order or in the other one. */
function warningsOf(order: readonly ("host" | "group")[]): string[] {
  const diagnostics = new Diagnostics();
  const call = { context: { uses: new PlannedUses() } as Account, diagnostics, replacePaths: [] };
  for (const each of order) {
    if (each === "group")
      planUsesOfDestroyed(contactGroup.object, { ...call, prior: { id: group, name: "Old" } } as never);
    else
      planUses(host.object, { ...call, prior: { id: mail, name: "Mail", contact_groups: [group] } } as never);
  }
  return diagnostics.list.map(({ detail }) => detail);
}

it.each([[["host", "group"]], [["group", "host"]], [["group", "host", "host"]]] as const)(
  "a destroyed contact group that a host uses is reported once, in any order of planning: %j",
  (order) => {
    expect(warningsOf(order)).toEqual([
      expect.stringContaining(`The contact group ${group} "Old" is used by: host ${mail} "Mail".`),
    ]);
  },
);

it("a contact group that is destroyed without users is not reported", () => {
  expect(warningsOf(["group"])).toEqual([]);
});
