import type { Account } from "../../../src/provider/account";
import { importObject } from "../../../src/provider/managed/import";
import { objectCountOf, storedForms } from "../../../src/provider/managed/notes";
import { managedResources } from "../../../src/provider/resources";
import type { OnGap } from "../../../src/snapshot/gaps";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";

const sid = (digit: string) => `CG${digit.repeat(32)}`;

/** Imports an object, a contact group, from an account whose list has these objects, and lacks others. */
async function importing(
  id: string,
  objects: readonly object[],
  {
    lacking = 0,
    kind = "contact_group",
  }: { lacking?: number; kind?: "contact_group" | "host" | "source" } = {},
) {
  const reader = {
    accessed: new Set(objects),
    read: async (wanted: string) => objects.find((each) => "id" in each && each.id === wanted),
    readAll: async (onGap: OnGap) => {
      if (lacking > 0) onGap(lacking);
      return objects;
    },
  };
  const context = { reader: async () => reader } as unknown as Account;
  const call = { privateState: new PrivateState(), diagnostics: new Diagnostics(), identity: null };
  const { signal } = new AbortController();
  const { object } = managedResources[`rblmonitor_${kind}`];
  return { state: await importObject(object, { context, id, signal, ...call }), notes: call.privateState };
}

const imported = async (...args: Parameters<typeof importing>) => (await importing(...args)).state;

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
    await expect(imported("Noon", [day], { lacking: 3 })).rejects.toThrow(
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

  it("notes that nothing is known of what was sent, and how many objects the run used", async () => {
    const { notes } = await importing(day.id, [day, night]);
    expect([storedForms.of(notes), objectCountOf(notes)]).toEqual([{ isImported: true }, 2]);
    expect(objectCountOf(new PrivateState())).toBe(0);
  });

  it("of a host by its SID leaves its address to the read, unless the address names a subnet of several hosts", async () => {
    const one = { id: `HT${"1".repeat(32)}`, host: "192.0.2.1" };
    expect(await imported(one.id, [one], { kind: "host" })).toEqual({ id: one.id });
    const subnet = { ...one, host: "192.0.2.0/30" };
    expect(await imported(one.id, [subnet], { kind: "host" })).toEqual(subnet);
  });

  it("takes the object that can be managed, and says why the only one cannot", async () => {
    const own = { id: `SO${"1".repeat(32)}`, host: "bl.example.com", type: "rbl", custom: true };
    const builtIn = { ...own, id: `SO${"2".repeat(32)}`, custom: false };
    expect(await imported(own.host, [builtIn, own], { kind: "source" })).toMatchObject({ id: own.id });
    await expect(imported(own.host, [builtIn], { kind: "source" })).rejects.toThrow(
      `${builtIn.id} cannot be managed`,
    );
  });
});
