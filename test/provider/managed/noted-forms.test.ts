import type { Account } from "../../../src/provider/account";
import type { ApiObject } from "../../../src/provider/managed/api-fields";
import { storedForms } from "../../../src/provider/managed/notes";
import type { AnyManagedObject, ObjectPlan } from "../../../src/provider/managed/object";
import {
  forcedNames,
  idsShownAsBefore,
  keepSameKey,
  mayBeStoredForm,
  namesReadBack,
  noteRecreated,
  noteWritten,
  warnOfFixed,
  withConfiguredForms,
} from "../../../src/provider/managed/stored-forms";
import { wireFields } from "../../../src/provider/managed/wire";
import { managedResources } from "../../../src/provider/resources";
import type { Kind } from "../../../src/service/kinds";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { unknown } from "../../../src/terraform/values/value";

/** The writes and reads of a resource of a kind, with its notes from one to the next. */
function life(kind: Kind) {
  const object: AnyManagedObject = managedResources[`rblmonitor_${kind}`].object;
  const privateState = new PrivateState();
  const diagnostics = new Diagnostics();
  const call = { privateState, diagnostics };
  return {
    object,
    privateState,
    /** Notes a write of these values, after which objects show others. */
    write(
      plan: ObjectValue,
      shown: readonly object[],
      { prior, ...more }: { prior?: ObjectValue; names?: string[]; isAdopted?: boolean } = {},
    ) {
      const written = shown.map((each, n) => ({ id: `${n + 1}`, ...each }));
      noteWritten(object, call, { names: Object.keys(plan), plan, shown: written, prior, ...more });
    },
    recreate: (plan: ObjectValue) => noteRecreated(object, call, plan),
    /** What a read shows in place of these objects. */
    read(state: ObjectValue, ...shown: readonly object[]) {
      const objects = shown.map((each, n) => ({ id: `${n + 1}`, ...each })) as ApiObject[];
      return withConfiguredForms(object, call, objects, state).map(({ id: _, ...values }) => values);
    },
    lagging(state: ObjectValue, ...shown: readonly object[]) {
      const objects = shown.map((each, n) => ({ id: `${n + 1}`, ...each })) as ApiObject[];
      return idsShownAsBefore(object, call, objects, state);
    },
    /** The warnings since the last call: summaries, and the attributes that they name. */
    warnings: () => diagnostics.list.splice(0).map(({ summary, path }) => [summary, path?.[0]]),
    details: () => diagnostics.list.splice(0).map(({ detail }) => detail),
    notes: () => storedForms.of(privateState),
  };
}

const at = (attribute: string) => ({ attribute });
const other = (name: string) => [`${name} stored in another form`, at(name)];
const unchanged = (name: string) => [`${name} not changed`, at(name)];

describe("a new object", () => {
  it("that shows what was sent needs no notes", () => {
    const { write, warnings, notes } = life("contact_group");
    write({ name: "Ops" }, [{ name: "Ops" }]);
    expect([warnings(), notes()]).toEqual([[], {}]);
  });

  it("in another form keeps the configured value while it shows that form", () => {
    const { write, read, warnings } = life("contact_group");
    write({ name: "Ops" }, [{ name: "x-1" }]);
    expect(warnings()).toEqual([other("name")]);
    for (let n = 0; n < 2; n += 1) expect(read({ name: "Ops" }, { name: "x-1" })).toEqual([{ name: "Ops" }]);
    expect(read({ name: "Ops" }, { name: "x-2" })).toEqual([{ name: "x-2" }]);
    expect(warnings()).toEqual([]);
  });

  it("has its form noted by the first read if the answer did not show it, whatever it is", () => {
    const { write, read, warnings } = life("contact_group");
    write({ name: "Ops" }, [{}]);
    expect(read({ name: "Ops" }, {})).toEqual([{}]);
    expect(read({ name: "Ops" }, { name: "x-1" })).toEqual([{ name: "Ops" }]);
    expect(warnings()).toEqual([other("name")]);
    expect(read({ name: "Ops" }, { name: "x-2" })).toEqual([{ name: "x-2" }]);
  });

  it("is named by each read that shows what its first read found, if that is unlike what was sent: someone may have changed it", () => {
    const { write, read, details, warnings } = life("contact_group");
    write({ name: "Ops" }, [{}]);
    const texts = [0, 1].flatMap(() => {
      expect(read({ name: "Ops" }, { name: "x-1" })).toEqual([{ name: "Ops" }]);
      return details();
    });
    const text = expect.stringMatching(
      /shows "x-1"\. Someone may have changed it .* restore it in the service's portal\. .* To end it, set name to the value that the service shows\.$/,
    );
    expect(texts).toEqual([text, text]);
    read({ name: "Ops" }, { name: "Ops" });
    write({ name: "Ops" }, [{ name: "x-1" }], { prior: { name: "Ops" } });
    expect([warnings(), read({ name: "Ops" }, { name: "x-1" })]).toEqual([
      [other("name")],
      [{ name: "Ops" }],
    ]);
    expect(warnings()).toEqual([]);
  });

  it("is named once if its first read found what may be a form of what was sent", () => {
    const { write, read, warnings } = life("contact_group");
    write({ name: "Ops" }, [{}]);
    for (let n = 0; n < 2; n += 1) expect(read({ name: "Ops" }, { name: "ops" })).toEqual([{ name: "Ops" }]);
    expect(warnings()).toEqual([other("name")]);
  });

  it("ends its note with the first read that shows the configured value, after which the form is drift", () => {
    const { write, read, notes } = life("contact_group");
    write({ name: "Ops" }, [{ name: "x-1" }]);
    expect(read({ name: "Ops" }, { name: "Ops" })).toEqual([{ name: "Ops" }]);
    expect(notes()).toEqual({});
    expect(read({ name: "Ops" }, { name: "x-1" })).toEqual([{ name: "x-1" }]);
  });

  it("keeps its note while no object shows the value", () => {
    const { write, read } = life("contact_group");
    write({ name: "Ops" }, [{ name: "x-1" }]);
    expect(read({ name: "Ops" }, {})).toEqual([{}]);
    expect(read({ name: "Ops" }, { name: "x-1" })).toEqual([{ name: "Ops" }]);
  });

  it("has no note for another configured value, or for attributes that were not written", () => {
    const { write, read } = life("contact_group");
    write({ name: "Ops" }, [{ name: "x-1" }]);
    expect(read({ name: "New" }, { name: "x-1" })).toEqual([{ name: "x-1" }]);
    const none = life("contact_group");
    none.write({ name: "Ops" }, [{ name: "x-1" }], { names: [] });
    expect([none.notes(), none.warnings()]).toEqual([{}, []]);
  });

  it("of several may show several forms, and keeps the value of those that show one of them", () => {
    const { write, read, details } = life("host");
    write({ name: "Net" }, [{ name: "n" }, { name: "m" }, { name: "Net" }, { name: "n" }]);
    const [text] = details();
    expect(text).toContain('sent "Net", and the service shows "n" and "m".');
    expect(text).not.toContain("The account's plan may fix the value.");
    const shown = ["n", "m", "Net", "other"].map((name) => ({ name }));
    expect(read({ name: "Net" }, ...shown).map(({ name }) => name)).toEqual(["Net", "Net", "Net", "other"]);
  });

  it("that an apply adopted has notes only of what the account's plan fixes", () => {
    const { write, warnings } = life("monitoring_profile");
    const plan = { name: "A", frequency: "1_hour" };
    write(plan, [{ name: "a", frequency: "24_hours" }], { isAdopted: true });
    expect(warnings()).toEqual([other("frequency")]);
  });

  it("has no notes of the default flag, which another object may take", () => {
    const { write, warnings } = life("contact_group");
    write({ name: "Ops", is_default: true }, [{ name: "Ops", is_default: false }]);
    expect(warnings()).toEqual([]);
  });

  it("has its key, which the answer may repeat as it was sent, noted by the first read, if it may be a form of it", () => {
    const state = { contact: "Ops@example.com", type: "email" };
    const [stored, changed] = [life("contact"), life("contact")];
    for (const { write } of [stored, changed])
      write({ contact: state.contact }, [{ contact: state.contact }]);
    expect(stored.read(state, { contact: "ops@example.com" })).toEqual([{ contact: state.contact }]);
    expect(stored.warnings()).toEqual([other("contact")]);
    expect(changed.read(state, { contact: "web@example.com" })).toEqual([{ contact: "web@example.com" }]);
    expect(changed.warnings()).toEqual([]);
    const group = life("contact_group");
    group.write({ name: "Ops" }, [{ name: "Ops" }]);
    expect(group.notes()).toEqual({});
  });
});

describe("an update", () => {
  const prior = { name: "Old" };
  const plan = { name: "New" };

  it("that shows what was sent needs no notes", () => {
    const { write, warnings, notes } = life("contact_group");
    write(plan, [{ name: "New" }], { prior });
    expect([warnings(), notes()]).toEqual([[], {}]);
  });

  it("without an effect is warned of, and stays drift", () => {
    const { write, read, warnings } = life("contact_group");
    write(plan, [{ name: "Old" }], { prior });
    expect(warnings()).toEqual([unchanged("name")]);
    expect(read(plan, { name: "Old" })).toEqual([{ name: "Old" }]);
    // Sent once more, the service has had no effect again.
    write(plan, [{ name: "Old" }], { prior });
    expect(warnings()).toEqual([unchanged("name")]);
  });

  it("that is stored in another form is warned of so, and keeps the configured value", () => {
    const { write, read, warnings } = life("contact_group");
    write(plan, [{ name: "x-1" }], { prior });
    expect(warnings()).toEqual([other("name")]);
    expect(read(plan, { name: "x-1" })).toEqual([{ name: "New" }]);
  });

  it("that reached some objects, and others not, warns of both", () => {
    const { write, warnings } = life("host");
    write(plan, [{ name: "Old" }, { name: "x-1" }], { prior });
    expect(warnings()).toEqual([other("name"), unchanged("name")]);
  });

  it("whose answer shows nothing leaves the form to the first read, unless it is what was there before", () => {
    const { write, read, warnings, lagging } = life("contact_group");
    write(plan, [{}], { prior });
    expect(lagging(plan, { name: "Old" }, { name: "New" }, {})).toEqual(["1"]);
    expect(read(plan, { name: "new" })).toEqual([{ name: "New" }]);
    expect(warnings()).toEqual([other("name")]);
    expect(lagging(plan, { name: "Old" })).toEqual([]);
    const lost = life("contact_group");
    lost.write(plan, [], { prior });
    expect(lost.read(plan, { name: "x-1" })).toEqual([{ name: "x-1" }]);
    expect(lost.warnings()).toEqual([]);
  });

  it("that restores what was there in another form does not count as without effect", () => {
    const { write, warnings } = life("contact_group");
    write({ name: "new" }, [{ name: "New" }], { prior: { name: "New" } });
    expect(warnings()).toEqual([other("name")]);
  });

  it("of an imported object may find any form of what was sent before", () => {
    const { write, warnings, privateState, notes } = life("contact_group");
    storedForms.set(privateState, { isImported: true });
    write(plan, [{ name: "Old" }], { prior });
    expect(warnings()).toEqual([other("name")]);
    expect(notes().isImported).toBeUndefined();
  });

  it("that clears a list, or a flag that the account fixes, notes what the service keeps", () => {
    const { write, read, details } = life("host");
    write({ tags: [] }, [{ tags: ["a"] }], { prior: { tags: ["a"] } });
    expect(details()).toEqual([expect.stringContaining("The service did not clear it.")]);
    expect(read({ tags: [] }, { tags: ["a"] })).toEqual([{ tags: [] }]);
    const flags = life("certificate_profile");
    flags.write({ alert_on_changes: true }, [{ alert_on_changes: false }], {
      prior: { alert_on_changes: false },
    });
    const [text] = flags.details();
    expect(text).toContain("The account's plan may fix the value.");
    expect(text).not.toContain("did not clear it");
    expect(text).toMatch(/while the service shows this form\.$/);
  });

  it("that extends a list keeps the configured one while the service shows further elements", () => {
    const { write, read, warnings } = life("host");
    write({ tags: ["a"] }, [{}], { prior: { tags: ["b"] } });
    expect(read({ tags: ["a"] }, { tags: ["a", "added"] })).toEqual([{ tags: ["a"] }]);
    expect(warnings()).toEqual([other("tags")]);
    for (const [sent, shown] of [
      [null, ["a"]],
      [["a"], null],
    ]) {
      const drift = life("host");
      drift.write({ tags: sent ?? null }, [{}], { prior: { tags: ["b"] } });
      expect(drift.read({ tags: sent ?? null }, { tags: shown })).toEqual([{ tags: shown }]);
    }
    const cleared = life("host");
    cleared.write({ tags: [] }, [{}], { prior: { tags: ["b"] } });
    expect(cleared.read({ tags: [] }, { tags: ["a"] })).toEqual([{ tags: ["a"] }]);
    const removal = life("host");
    removal.write({ tags: ["a"] }, [{ tags: ["a", "b"] }], { prior: { tags: ["a", "b"] } });
    expect(removal.warnings()).toEqual([other("tags")]);
    const lacking = life("host");
    lacking.write({ tags: ["a", "b"] }, [{}], { prior: { tags: [] } });
    expect(lacking.read({ tags: ["a", "b"] }, { tags: ["a"] })).toEqual([{ tags: ["a"] }]);
  });
});

it("the note of a form ends with the next write of the attribute, also if its answer does not show it", () => {
  const { write, object, privateState } = life("certificate_profile");
  const [on, off] = [{ alert_on_changes: true }, { alert_on_changes: false }];
  write(on, [off], { prior: off });
  expect(forcedNames(object.attributes, privateState)).toEqual(["alert_on_changes"]);
  write(off, [{}], { prior: on });
  expect(forcedNames(object.attributes, privateState)).toEqual([]);
});

it("a recreated member may show another form than the noted one of the others, which the next read notes", () => {
  const { write, recreate, read, warnings } = life("host");
  write({ name: "Net" }, [{ name: "n" }]);
  recreate({ name: "Net" });
  warnings();
  expect(read({ name: "Net" }, { name: "n" }, { name: "m" })).toEqual([{ name: "Net" }, { name: "Net" }]);
  expect(warnings()).toEqual([other("name")]);
  expect(read({ name: "Net" }, { name: "k" }, { name: "m" })).toEqual([{ name: "k" }, { name: "Net" }]);
  // An update whose effect no read has shown has no form that others could have.
  const open = life("host");
  open.write({ name: "Net" }, [{}], { prior: { name: "Old" } });
  open.recreate({ name: "Net" });
  expect(open.read({ name: "Net" }, { name: "x-1" })).toEqual([{ name: "x-1" }]);
});

describe("a read", () => {
  it("shows the key of the state where it means the same, for a single object", () => {
    const { read } = life("host");
    expect(read({ host: "Mail.example.com." }, { host: "mail.example.com" })).toEqual([
      { host: "Mail.example.com." },
    ]);
    expect(read({ host: "a.example.com" }, { host: "b.example.com" })).toEqual([{ host: "b.example.com" }]);
    expect(read({ host: null }, { host: "b.example.com" })).toEqual([{ host: "b.example.com" }]);
    const members = [{ host: "192.0.2.1/32" }, { host: "192.0.2.2" }];
    expect(read({ host: "192.0.2.1" }, ...members)).toEqual(members);
  });

  it("notes no form of the address of a member, which lies in the subnet", () => {
    const { write, warnings } = life("host");
    write({ host: "192.0.2.0/30" }, [{ host: "192.0.2.1" }, { host: "192.0.2.2" }]);
    expect(warnings()).toEqual([]);
  });

  it("keeps the note of an import, which ends with the next write", () => {
    const { read, write, privateState, notes } = life("contact_group");
    storedForms.set(privateState, { isImported: true });
    read({ name: "Ops" }, { name: "Ops" });
    expect(notes()).toEqual({ isImported: true });
    write({ name: "Ops" }, [{ name: "Ops" }]);
    expect(notes()).toEqual({});
  });

  it("has hashes of the values in its notes, with a salt, and no value", () => {
    const [one, two] = [life("contact_group"), life("contact_group")];
    for (const { write } of [one, two]) write({ name: "Secret" }, [{ name: "x-1" }]);
    expect(JSON.stringify(one.notes())).not.toMatch(/Secret|x-1/);
    expect(one.notes().forms).not.toEqual(two.notes().forms);
    const { name } = one.notes().forms ?? {};
    expect(one.notes().salt).toHaveLength(12);
    expect([name?.sent.length, name?.shown.map(({ length }) => length)]).toEqual([16, [16]]);
  });
});

it("a warning about the destination of a contact shows neither form of a secret", () => {
  const { write, details } = life("contact");
  const plan = { contact: "https://hooks.slack.com/services/T0/B1/secret", type: "slack" };
  write(plan, [{ contact: "https://hooks.slack.com/services/T0/B1/hidden" }], { names: ["contact"] });
  const [text] = details();
  expect(text).toContain("The service shows contact in another form than the one that was sent.");
  expect(text).not.toMatch(/secret|hidden/);
  write({ ...plan, type: "email", contact: "a@example.com" }, [{ contact: "b@example.com" }], {
    names: ["contact"],
  });
  expect(details()).toEqual([
    expect.stringContaining('sent "a@example.com", and the service shows "b@example.com".'),
  ]);
});

describe("the attributes to read back after an update", () => {
  const { attributes } = managedResources.rblmonitor_host.object;
  const sent = { name: "Net", tags: ["a"] };

  it("are cleared ones, flags and words, those with a note, and all of an imported object", () => {
    expect(namesReadBack(attributes, sent)).toEqual([]);
    expect(namesReadBack(attributes, { ...sent, tags: [] })).toEqual(["tags"]);
    const noted = new PrivateState();
    storedForms.set(noted, {
      forms: { name: { sent: "a", shown: ["b"] }, profile: { sent: "a", shown: ["b"] } },
    });
    expect(namesReadBack(attributes, sent, noted)).toEqual(["name"]);
    const imported = new PrivateState();
    storedForms.set(imported, { isImported: true });
    expect(namesReadBack(attributes, sent, imported)).toEqual(["name", "tags"]);
    expect(namesReadBack(attributes, sent, new PrivateState())).toEqual([]);
    const profile = managedResources.rblmonitor_certificate_profile.object.attributes;
    expect(namesReadBack(profile, { name: "A", alert_on_changes: true, is_default: true })).toEqual([
      "alert_on_changes",
    ]);
    const words = managedResources.rblmonitor_monitoring_profile.object.attributes;
    expect(namesReadBack(words, { name: "A", frequency: "1_hour" })).toEqual(["frequency"]);
  });

  it("that no update accepts are never sent again", () => {
    const { object, privateState, write, details } = life("certificate_monitor");
    write({ protocol: "https" }, [{ protocol: "smtp" }]);
    expect(forcedNames(object.attributes, privateState)).toEqual([]);
    expect(details()).toEqual([expect.not.stringContaining("sends the configured value again")]);
  });

  it("that the account may fix are sent again by each update, if they have a note", () => {
    const words = managedResources.rblmonitor_monitoring_profile.object.attributes;
    const noted = new PrivateState();
    const form = { sent: "a", shown: ["b"] };
    storedForms.set(noted, { forms: { name: form, frequency: form } });
    expect(forcedNames(words, noted)).toEqual(["frequency"]);
    expect(forcedNames(words, new PrivateState())).toEqual([]);
  });
});

it.each<[string, string, string, boolean]>([
  ["name", "Ops", "Ops", true],
  ["name", "Ops", "ops", true],
  ["name", "Ops", "x-1", false],
  ["host", "Mail.example.com", "mail.example.com.", true],
  ["host", "192.0.2.0/30", "192.0.2.1", false],
])("the shown %s may be a stored form: %s as %s: %p", (name, configured, shown, expected) => {
  const { object } = managedResources.rblmonitor_host;
  const field = wireFields(object.attributes).find((each) => each.name === name);
  expect(field && mayBeStoredForm(object, field, { [name]: configured }, shown)).toBe(expected);
});

it.each<[unknown, unknown, boolean]>([
  ["Mail.example.com.", "mail.example.com", true],
  ["a.example.com", "b.example.com", false],
  ["192.0.2.0/30", "192.0.2.1", false],
  [unknown, "mail.example.com", false],
  ["mail.example.com", null, false],
])("the key %p of a plan keeps that of the state, %p: %p", (planned, state, expected) => {
  const kept: string[] = [];
  const call = {
    prior: { id: "1", host: state },
    plan: { host: planned },
    keepPrior: (name: string) => kept.push(name),
  };
  keepSameKey(managedResources.rblmonitor_host.object, call as unknown as ObjectPlan);
  expect(kept).toEqual(expected ? ["host"] : []);
  keepSameKey(managedResources.rblmonitor_host.object, { ...call, prior: null } as unknown as ObjectPlan);
  expect(kept).toHaveLength(expected ? 1 : 0);
});

it.each([
  ["www.example.com", "WWW.example.com", true],
  ["www.example.com", "www.example.com:8443", false],
  ["www.example.com:8443", "www.example.com", false],
])("the hostname %s of a plan keeps %s in state: %p", (planned, state, expected) => {
  const kept: string[] = [];
  const keepPrior = (name: string) => void kept.push(name);
  const [plan, prior] = [planned, state].map((hostname) => ({ id: "CM1", hostname, protocol: "https" }));
  keepSameKey(managedResources.rblmonitor_certificate_monitor.object, { plan, prior, keepPrior } as never);
  expect(kept).toEqual(expected ? ["hostname"] : []);
});

describe("a plan of a value that the account's plan fixes", () => {
  const { object } = managedResources.rblmonitor_monitoring_profile;
  const prior = { id: "RP1", name: "A", frequency: "1_hour" };

  /** The warnings of a plan, while the service shows that frequency. */
  async function planned(
    shown: string | undefined,
    { plan = prior, isNoted = true, isNew = false, isConnected = true } = {},
  ) {
    const privateState = new PrivateState();
    const diagnostics = new Diagnostics();
    const form = { sent: "a", shown: ["b"] };
    storedForms.set(privateState, { forms: isNoted ? { frequency: form } : { name: form } });
    const known = () => ({ id: "RP1", ...(shown && { frequency: shown }), name: "other" });
    const context = { reader: async () => ({ known }) } as unknown as Account;
    await warnOfFixed(object, {
      ...{ privateState, diagnostics, plan, prior: isNew ? null : prior },
      ...(isConnected && { context }),
    } as unknown as ObjectPlan);
    return diagnostics.list.map(({ summary, detail }) => `${summary}: ${detail}`);
  }

  it("warns of it as long as the service shows another one, and says how to end that", async () => {
    const [text, ...others] = await planned("24_hours");
    expect(others).toEqual([]);
    expect(text).toContain(
      'frequency stored in another form: The provider sent "1_hour", and the service shows "24_hours".',
    );
    expect(text).toMatch(
      /Each plan repeats this warning\. To end it, set frequency to the value that the service shows\.$/,
    );
  });

  it.each<[string, Parameters<typeof planned>]>([
    ["if the service shows the configured one", ["1_hour"]],
    ["if the service shows none", [undefined]],
    ["without a note of it", ["24_hours", { isNoted: false }]],
    ["if an update sends it again", ["24_hours", { plan: { ...prior, name: "B" } }]],
    ["for a new object", ["24_hours", { isNew: true }]],
    ["without an account", ["24_hours", { isConnected: false }]],
  ])("is silent %s", async (_, args) => {
    expect(await planned(...args)).toEqual([]);
  });
});
