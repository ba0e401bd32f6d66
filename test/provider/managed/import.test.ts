import type { Account } from "../../../src/provider/account";
import { importObject } from "../../../src/provider/managed/import";
import { managedResources } from "../../../src/provider/resources";
import type { OnGap } from "../../../src/snapshot/gaps";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const sid = (digit: string) => `CG${digit.repeat(32)}`;

/** Imports a contact group from an account whose list has these objects, and lacks others. */
function imported(id: string, objects: readonly object[], lacking = 0) {
  const reader = {
    accessed: new Set(),
    read: async (wanted: string) => objects.find((each) => "id" in each && each.id === wanted),
    readAll: async (onGap: OnGap) => {
      if (lacking > 0) onGap(lacking);
      return objects;
    },
  };
  const context = { reader: async () => reader } as unknown as Account;
  const call = { privateState: new PrivateState(), diagnostics: new Diagnostics(), identity: null };
  const { signal } = new AbortController();
  return importObject(managedResources.rblmonitor_contact_group.object, { context, id, signal, ...call });
}

const [day, night] = [
  { id: sid("1"), name: "Day" },
  { id: sid("2"), name: "Night" },
];

describe("an import", () => {
  it("finds an object by its name or its SID, in any letter case and with spaces around it", async () => {
    expect(await imported(" Night ", [day, night])).toEqual({ id: night.id });
    expect(await imported(night.id.toLowerCase(), [day, night])).toEqual({ id: night.id });
  });

  it("by an unknown name says how it may be named, and that a list that lacks objects may have it", async () => {
    const error =
      'The account has no contact group "Noon". To import a contact group, use its name, or its SID: ';
    await expect(imported("Noon", [day])).rejects.toThrow(error);
    await expect(imported("Noon", [day])).rejects.not.toThrow("Import it by its SID.");
    await expect(imported("Noon", [day], 3)).rejects.toThrow(
      "The service's list lacks 3 of the contact groups in its total, or more. Import it by its SID.",
    );
  });

  it("by the name of several names their SIDs", async () => {
    const error = `The account has 2 contact groups "Day": ${day.id}, ${night.id}. Import one of them by its SID.`;
    await expect(imported("Day", [day, { ...night, name: "Day" }])).rejects.toThrow(error);
  });

  it("by a SID of another kind names the resource, and by an unknown SID the account", async () => {
    await expect(imported(`HT${"1".repeat(32)}`, [])).rejects.toThrow("Import it as rblmonitor_host.");
    await expect(imported(sid("9"), [day])).rejects.toThrow("Check the SID and account_sid.");
  });
});
