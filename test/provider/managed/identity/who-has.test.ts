import type { Account } from "../../../../src/provider/account";
import { Ledger } from "../../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../../src/provider/managed/identity/natural-key";
import {
  adoptable,
  compare,
  compareResources,
  haveSameKey,
  manageable,
  newcomers,
  partsOfAnswer,
  readUnmanaged,
  whoHadBefore,
  whoHas,
  whoHasKey,
  whoHasLost,
  whoHasPlanned,
} from "../../../../src/provider/managed/identity/who-has";
import type { AnyManagedObject, ServiceObjects } from "../../../../src/provider/managed/object";
import { managedResources } from "../../../../src/provider/resources";
import { type Kind, kindNames } from "../../../../src/service/kinds";
import { unknown } from "../../../../src/terraform/values/value";

const objectOf = (kind: Kind): AnyManagedObject => managedResources[`rblmonitor_${kind}`].object;
const ledgerOf = (object: AnyManagedObject) => new Ledger(keyRuleOf(object));
const objects = (...some: readonly object[]) => some as unknown as ServiceObjects;
const idsOf = (some: readonly object[] | undefined) => some?.map((each) => Reflect.get(each, "id"));

const profile = objectOf("certificate_profile");
const group = objectOf("contact_group");
const host = objectOf("host");
const contact = objectOf("contact");

/** A profile with the required values. */
const web = (more: object = {}) => ({ name: "Web", expiration_thresholds: [30, 7], ...more });

describe("an object is compared with a create", () => {
  it.each<[string, object, object, string | undefined, string]>([
    ["the same values", web(), web(), "same", "same"],
    ["another name", web(), web({ name: "Mail" }), "different", "same"],
    ["another form of the name", web(), web({ name: "web" }), "perhaps", "same"],
    ["no name", web(), { expiration_thresholds: [30, 7] }, undefined, "same"],
    ["other values", web(), web({ expiration_thresholds: [30] }), "same", "different"],
    ["values that it does not show", web(), { name: "Web" }, "same", "same"],
    ["a flag that was not sent", web(), web({ alert_on_changes: false }), "same", "same"],
    ["another flag", web({ alert_on_changes: true }), web({ alert_on_changes: false }), "same", "different"],
    ["the default flag, which moves", web({ is_default: true }), web({ is_default: false }), "same", "same"],
  ])("that shows %s", (_, body, shown, key, fields) => {
    expect(compare(profile, body as never, shown)).toEqual({ key, fields });
  });

  const mail = { host: "mail.example.com", name: "Mail" };

  it.each<[string, object, object, string, string]>([
    ["no tags that were not sent", mail, { ...mail, tags: [] }, "same", "same"],
    ["tags that were not sent", mail, { ...mail, tags: ["theirs"] }, "same", "different"],
    ["another form of the name", mail, { ...mail, name: "mail" }, "same", "perhaps"],
    ["another form and other tags", mail, { ...mail, name: "mail", tags: ["a"] }, "same", "different"],
    [
      "a subnet around the address",
      { ...mail, host: "192.0.2.1" },
      { ...mail, host: "192.0.2.0/30" },
      "overlapping",
      "same",
    ],
  ])("of a host that shows %s", (_, body, shown, key, fields) => {
    expect(compare(host, body as never, shown)).toEqual({ key, fields });
  });
});

describe("who has what a create asks for", () => {
  const answer = async (object: AnyManagedObject, body: object, ...candidates: readonly object[]) => {
    const wanted = { object, body: body as never, ledger: ledgerOf(object) };
    const { duplicates, isDoubtful, similar, same } = await whoHas(wanted, objects(...candidates));
    return { duplicates: idsOf(duplicates), isDoubtful, similar: idsOf(similar), same: idsOf(same) };
  };
  const none = { duplicates: [], isDoubtful: true, similar: [], same: undefined };

  it("is an object with the same values, rather than one that may be the same", async () => {
    const candidates = [web({ id: "1", name: "web" }), web({ id: "2" }), web({ id: "3", name: "Mail" })];
    expect(await answer(profile, web(), ...candidates)).toEqual({
      ...{ duplicates: ["2"], isDoubtful: false, similar: [], same: ["2"] },
    });
  });

  it("is in doubt one that may be the same, in its name or in another value", async () => {
    const [named, tagged] = [{ id: "1", name: "operations" }, { id: "2" }];
    expect(await answer(group, { name: "Operations" }, named)).toEqual({ ...none, duplicates: ["1"] });
    expect(await answer(group, { name: "Operations" }, tagged)).toEqual(none);
  });

  it("is not certain among several equal ones, which are duplicates", async () => {
    const twins = [web({ id: "1" }), web({ id: "2" })];
    expect(await answer(profile, web(), ...twins)).toEqual({
      ...{ duplicates: ["1", "2"], isDoubtful: false, similar: [], same: undefined },
    });
  });

  it("is not an object that has only the name, which is similar", async () => {
    const other = web({ id: "1", expiration_thresholds: [1] });
    expect(await answer(profile, web(), other)).toEqual({ ...none, similar: ["1"] });
    expect(await answer(profile, web(), other, web({ id: "2", name: "web" }))).toEqual({
      ...{ ...none, duplicates: ["2"] },
    });
  });

  it("is the host with the address, whatever its other values are", async () => {
    const body = { host: "192.0.2.1", name: "Mail" };
    const there = { id: "1", host: "192.0.2.1/32", name: "Other", tags: ["x"] };
    expect(await answer(host, body, there)).toMatchObject({ duplicates: ["1"], isDoubtful: false });
    expect((await answer(host, body, there)).same).toBeUndefined();
  });
});

describe("who had it before this run", () => {
  const ledger = (...some: readonly object[]) => {
    const known = ledgerOf(group);
    for (const each of some) known.add("existing", String(Reflect.get(each, "id")), each as never);
    return known;
  };
  const body = { name: "Operations" };
  const [one, two] = ["1", "2"].map((id) => ({ id, ...body })) as [object, object];
  const duplicatesBefore = async (known: Ledger, isOfAny?: boolean) =>
    idsOf((await whoHadBefore({ object: group, body, ledger: known }, isOfAny)).duplicates);

  it("does not count what the run has deleted, adopted, or manages", async () => {
    for (const origin of ["deleted", "adopted", "state", "created"] as const) {
      const known = ledger(one, two);
      known.addIds(origin, ["1"]);
      expect(await duplicatesBefore(known)).toEqual(["2"]);
    }
  });

  it("counts in a plan what a resource of the state manages, as the order of plans is open", async () => {
    const known = ledger(one, two);
    known.addIds("state", ["1"]);
    expect(await duplicatesBefore(known, true)).toEqual(["1", "2"]);
    known.addIds("adopted", ["2"]);
    expect(await duplicatesBefore(known, true)).toEqual(["1"]);
    known.addIds("deleted", ["1"]);
    expect(await duplicatesBefore(known, true)).toEqual([]);
  });

  it("names contacts with a masked destination that fits as similar, if there is no duplicate", async () => {
    const known = ledgerOf(contact);
    const wanted = { object: contact, body: { contact: "ops@example.com", type: "email" }, ledger: known };
    known.add("existing", "1", { id: "1", contact: "o**@example.com", type: "email" } as never);
    const masked = await whoHadBefore(wanted);
    expect([idsOf(masked.duplicates), idsOf(masked.similar)]).toEqual([[], ["1"]]);
    known.add("existing", "2", { id: "2", contact: "x**@example.org", type: "email" } as never);
    expect(idsOf((await whoHadBefore(wanted)).similar)).toEqual(["1"]);
    known.add("existing", "3", { id: "3", contact: "ops@example.com", type: "email" } as never);
    const shown = await whoHadBefore(wanted);
    expect([idsOf(shown.duplicates), idsOf(shown.similar)]).toEqual([["3"], []]);
  });

  it("is not asked for a planned object whose required values are unknown, except by a unique key", async () => {
    const known = ledgerOf(profile);
    known.add("existing", "1", web({ id: "1" }) as never);
    const account = (of: Ledger) => ({ ledger: () => of }) as unknown as Account;
    const open = { ...web(), expiration_thresholds: unknown };
    expect(await whoHasPlanned(profile, account(known), open)).toBeUndefined();
    expect(idsOf((await whoHasPlanned(profile, account(known), web()))?.holders.duplicates)).toEqual(["1"]);
    expect(await whoHasPlanned(profile, account(known), web({ name: "New" }) as never)).toBeUndefined();
    const similar = await whoHasPlanned(
      profile,
      account(known),
      web({ expiration_thresholds: [1] }) as never,
    );
    expect(idsOf(similar?.holders.similar)).toEqual(["1"]);
    // Also one that a resource manages.
    known.addIds("state", ["1"]);
    expect(idsOf((await whoHasPlanned(profile, account(known), web()))?.holders.duplicates)).toEqual(["1"]);
    const hosts = ledgerOf(host);
    hosts.add("existing", "2", { id: "2", host: "192.0.2.1" } as never);
    const planned = { host: "192.0.2.1", name: "Mail", profile: unknown, contact_groups: unknown };
    expect(idsOf((await whoHasPlanned(host, account(hosts), planned))?.holders.duplicates)).toEqual(["2"]);
  });

  it("leaves out objects that no resource can manage", () => {
    const all = objects({ id: "1", custom: false }, { id: "2", custom: true }, { id: "3" });
    expect(idsOf(manageable(objectOf("source"), all))).toEqual(["2", "3"]);
    expect(idsOf(manageable(group, all))).toEqual(["1", "2", "3"]);
  });
});

describe("an object can be adopted", () => {
  it.each<[string, object, object, boolean, boolean]>([
    ["that is the same", {}, {}, false, true],
    ["that is active", {}, { status: "active" }, false, true],
    ["that is paused", {}, { status: "paused" }, false, false],
    ["that is paused, as is planned", {}, { status: "paused" }, true, true],
    ["that is not the default", { is_default: true }, { is_default: false }, false, false],
    ["that is the default", { is_default: true }, { is_default: true }, false, true],
    ["that is not the default, where none is planned", {}, { is_default: false }, false, true],
    ["for a contact with args", { args: { key: "a" } }, {}, false, false],
  ])("%s", (_, body, more, pauses, expected) => {
    const same = objects({ id: "1", ...more });
    const holders = { same, near: same, duplicates: same, isDoubtful: false, similar: [] };
    expect(adoptable(holders as never, body as never, pauses)).toEqual(expected ? same : undefined);
  });

  it("only if there is one that is certainly the same", () => {
    const holders = { near: [], duplicates: [], isDoubtful: false, similar: [] };
    expect(adoptable(holders, {}, false)).toBeUndefined();
  });
});

describe("after a lost answer", () => {
  const body = { name: "Operations" };
  const all = objects({ id: "1", ...body }, { id: "2", ...body });

  it("an object counts that the run did not know", async () => {
    for (const origin of ["existing", "state", "created", "adopted", "in doubt"] as const) {
      const ledger = ledgerOf(group);
      ledger.knowsExisting = true;
      ledger.addIds(origin, ["1"]);
      const { near, same } = await whoHasLost({ object: group, body, ledger }, all);
      expect([idsOf(near), idsOf(same)]).toEqual([["2"], ["2"]]);
    }
  });

  it("no object is certain of a kind that may have several, if those from before are unknown", async () => {
    const one = objects({ id: "1", ...body });
    const unread = await whoHasLost({ object: group, body, ledger: ledgerOf(group) }, one);
    expect([idsOf(unread.near), unread.same]).toEqual([["1"], undefined]);
    const mail = { contact: "ops@example.com", type: "email" };
    const keyed = await whoHasLost(
      { object: contact, body: mail, ledger: ledgerOf(contact) },
      objects({ id: "1", ...mail }),
    );
    expect(idsOf(keyed.same)).toEqual(["1"]);
  });

  it("objects are new that fit, that nothing accounts for, and that no resource plans", () => {
    const ledger = ledgerOf(profile);
    const wanted = { object: profile, body: web() as never, ledger };
    const shown = objects(
      web({ id: "1", name: "odd" }),
      web({ id: "2", name: "Planned" }),
      web({ id: "3", name: "known" }),
      web({ id: "4", name: "other", expiration_thresholds: [1] }),
    );
    ledger.add("planned", undefined, { name: "Planned" });
    ledger.addIds("existing", ["3"]);
    expect(newcomers(wanted, shown)).toEqual([]);
    ledger.knowsExisting = true;
    expect(idsOf(newcomers(wanted, shown))).toEqual(["1"]);
  });
});

describe("the answer to a create", () => {
  const parts = (prepare: (ledger: Ledger) => void, ...answered: readonly object[]) => {
    const ledger = ledgerOf(group);
    ledger.add("planned", undefined, { name: "Other" });
    prepare(ledger);
    const wanted = { object: group, body: { name: "Operations" }, ledger };
    const { requested, others, earlier } = partsOfAnswer(wanted, objects(...answered) as never);
    return { requested: idsOf(requested), others: idsOf(others), earlier: idsOf(earlier) };
  };
  const nothing = () => undefined;

  it.each<[string, (ledger: Ledger) => void, object, string]>([
    ["what it asked for", nothing, { id: "1", name: "Operations" }, "requested"],
    ["another form of it", nothing, { id: "1", name: "operations" }, "requested"],
    ["an object without a name", nothing, { id: "1" }, "requested"],
    ["an unknown object of another name", nothing, { id: "1", name: "Strange" }, "requested"],
    ["the object of another create", nothing, { id: "1", name: "Other" }, "others"],
    ["an object that may be that of another create", nothing, { id: "1", name: "other" }, "requested"],
    [
      "an object from before",
      (ledger) => ledger.addIds("existing", ["1"]),
      { id: "1", name: "Other" },
      "earlier",
    ],
    [
      "an object of the state",
      (ledger) => ledger.addIds("state", ["1"]),
      { id: "1", name: "Other" },
      "earlier",
    ],
    [
      "one from before with its name",
      (ledger) => ledger.addIds("existing", ["1"]),
      { id: "1", name: "Operations" },
      "earlier",
    ],
  ])("names %s", (_, prepare, answered, part) => {
    const expected = { requested: ["1"], others: [] as string[], earlier: [] as string[] };
    if (part === "others") Object.assign(expected, { requested: [], others: ["1"] });
    if (part === "earlier") expected.earlier = ["1"];
    expect(parts(prepare, answered)).toEqual(expected);
  });

  it("names a new object if this run has deleted the one that had its SID", () => {
    const deleted = (ledger: Ledger) => {
      ledger.addIds("existing", ["1"]);
      ledger.addIds("deleted", ["1"]);
    };
    expect(parts(deleted, { id: "1", name: "Operations" }).earlier).toEqual([]);
  });
});

describe("two resources", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1/32", true],
    ["192.0.2.1", "192.0.2.0/30", true],
    ["192.0.2.1", "192.0.2.2", false],
    ["Mail.example.com.", "mail.example.com", true],
  ])("have the same key, or share an address: hosts %s and %s: %p", (a, b, expected) => {
    expect(haveSameKey(host, { host: a }, { host: b })).toBe(expected);
  });

  it("have the same key only if neither hides a part of it", () => {
    const [shown, masked] = ["ops@example.com", "o**@example.com"].map((text) => ({
      contact: text,
      type: "email",
    }));
    expect(haveSameKey(contact, shown as object as never, masked as object as never)).toBe(false);
    expect(haveSameKey(contact, shown as object as never, shown as object as never)).toBe(true);
  });

  it.each<[object, object, string]>([
    [{}, {}, "same"],
    [{}, { name: "web" }, "perhaps"],
    [{}, { name: "Mail" }, "different"],
    [{}, { expiration_thresholds: [1] }, "different"],
    [{ alert_on_changes: true }, {}, "same"],
    [{ alert_on_changes: true }, { alert_on_changes: false }, "different"],
    [{ expiration_thresholds: unknown }, {}, "different"],
    [{}, { name: unknown }, "different"],
  ])("with %j and %j could have one object: %s", (a, b, likeness) => {
    expect(compareResources(profile, web(a) as never, web(b) as never)).toBe(likeness);
    expect(compareResources(profile, web(b) as never, web(a) as never)).toBe(likeness);
  });
});

it("objects have the key of a text in any form that means the same", () => {
  const all = objects(
    { id: "1", host: "mail.example.com" },
    { id: "2", host: "www.example.com" },
    { id: "3" },
  );
  expect(idsOf(whoHasKey(host, all, "MAIL.example.com."))).toEqual(["1"]);
  const groups = objects({ id: "1", name: "Operations" }, { id: "2", name: "operations" });
  expect(idsOf(whoHasKey(group, groups, "operations"))).toEqual(["2"]);
});

describe("the unmanaged objects of kinds", () => {
  it("are read once of each kind that the API version has, and their gaps are reported", async () => {
    const ledgers = new Map(kindNames.map((kind) => [kind, ledgerOf(objectOf(kind))]));
    const read: Kind[] = [];
    const account = {
      knows: (kind: Kind) => kind !== "source",
      ledger: ({ kind }: { kind: Kind }) => ledgers.get(kind),
      reader: async (kind: Kind) => ({
        readWhole: async (onGap: (lacking: number) => void) => {
          read.push(kind);
          if (kind === "host") onGap(1);
          return [{ id: "1" }, { id: "2" }];
        },
      }),
    } as unknown as Account;
    const gaps: string[] = [];
    await readUnmanaged([host, group, host, objectOf("source")], new Set(["1"]), account, (gap) =>
      gaps.push(gap),
    );
    expect(read).toEqual(["host", "contact_group"]);
    expect(gaps).toEqual([expect.stringContaining("lacks 1 of the hosts")]);
    expect(["1", "2"].map((id) => ledgers.get("host")?.isManaged(id))).toEqual([true, false]);
  });
});
