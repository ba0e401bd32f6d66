import { type ErrorKind, failed } from "../../../src/client/errors";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { mixedValues, statusNotes } from "../../../src/provider/managed/notes";
import type { ObjectRead } from "../../../src/provider/managed/object";
import { readObject } from "../../../src/provider/managed/read";
import { noteWritten } from "../../../src/provider/managed/stored-forms";
import { managedResources } from "../../../src/provider/resources";
import { unreadableValues } from "../../../src/service/responses";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";

type Kind = "source" | "host" | "contact" | "contact_group" | "monitoring_profile";

interface Situation {
  /** The failure of the list of the kind. */
  readonly list?: ErrorKind;
  /** The failure of each read by SID. */
  readonly read?: ErrorKind;
  readonly isKnown?: boolean;
  /** What single reads show after the list. */
  readonly fresh?: readonly object[];
}

/** Refreshes resources of a kind in an account that has these objects. */
function session(kind: Kind, objects: readonly { readonly id: string }[], situation: Situation = {}) {
  const { list, read, isKnown = true, fresh = [] } = situation;
  const { object } = managedResources[`rblmonitor_${kind}`];
  const ledger = new Ledger(keyRuleOf(object));
  const listRefusal = list && failed(list, `list ${kind}`, "no list");
  const expectations: number[] = [];
  const readFresh: (readonly string[])[] = [];
  const reader = {
    listRefusal,
    accessed: new Set(),
    read: async (id: string, expected: number) => {
      expectations.push(expected);
      if (read !== undefined) throw failed(read, `read ${kind}`, "no object", { object: id });
      return objects.find((each) => each.id === id);
    },
    readAll: async () => objects,
    readManyFresh: async (ids: readonly string[]) => {
      readFresh.push(ids);
      return fresh;
    },
  };
  const context = { knows: () => isKnown, ledger: () => ledger, reader: async () => reader };
  const diagnostics = new Diagnostics();
  const refresh = (state: object, privateState = new PrivateState()) =>
    readObject(object, {
      ...{ context, diagnostics, privateState, state, signal: new AbortController().signal },
    } as unknown as ObjectRead);
  const warnings = () => diagnostics.list.map(({ summary, detail }) => `${summary}: ${detail}`);
  return { refresh, warnings, ledger, expectations, readFresh };
}

const source = { id: "SO1", host: "bl.example.com", type: "rbl", paused: false };

describe("a refresh of a kind that the API version lacks", () => {
  it("keeps the state, and warns once for all resources", async () => {
    const { refresh, warnings } = session("source", [], { isKnown: false });
    expect(await refresh(source)).toEqual(source);
    expect(warnings()).toHaveLength(1);
    expect(await refresh({ ...source, id: "SO2" })).toEqual({ ...source, id: "SO2" });
    expect(warnings()).toEqual([expect.stringMatching(/^No refresh of sources: .*set api_version = "4\.0"/)]);
  });
});

describe("a refresh of a kind that the account's plan no longer has", () => {
  it.each([
    [
      "reads by SID what the list does not show",
      { list: "forbidden" },
      "They were read by their SIDs instead.",
    ],
    [
      "keeps the state if nothing shows it",
      { list: "forbidden", read: "forbidden" },
      "Their state stays as it is",
    ],
  ] as const)("%s, and warns once", async (_, situation, text) => {
    const { refresh, warnings } = session(
      "source",
      [{ ...source, host: "new.example.com" } as never],
      situation,
    );
    for (let read = 1; read <= 2; read += 1) {
      expect((await refresh(source))?.host).toBe("read" in situation ? source.host : "new.example.com");
      expect(warnings()).toHaveLength(1);
    }
    expect(warnings()).toEqual([expect.stringContaining(text)]);
    expect(warnings()[0]).toMatch(/^No access to sources: .*no (list|object)\./);
  });

  it.each<[string, Kind, Situation]>([
    ["if the list can be read", "source", { read: "forbidden" }],
    ["for another failure", "source", { list: "forbidden", read: "server" }],
    ["for a kind that every plan has", "contact", { list: "forbidden", read: "forbidden" }],
  ])("is an error %s", async (_, kind, situation) => {
    const { refresh } = session(kind, [], situation);
    await expect(refresh({ id: "SO1" })).rejects.toThrow("no object");
  });
});

describe("a refresh", () => {
  it("is empty for a resource whose object is gone, and keeps one that no read has shown so far", async () => {
    const hidden = new PrivateState();
    statusNotes.set(hidden, { isHidden: true });
    const { refresh, warnings } = session("source", []);
    expect(await refresh(source)).toBeNull();
    expect(warnings()).toEqual([]);
    expect(await refresh(source, hidden)).toEqual(source);
    expect(warnings()).toEqual([
      expect.stringMatching(/^Hidden sources: .*does not return SO1, .*the source\./),
    ]);
    const shown = session("source", [{ ...source, host: "new.example.com" } as never]);
    expect((await shown.refresh(source, hidden))?.host).toBe("new.example.com");
    expect(shown.warnings()).toEqual([]);
  });

  it("knows the objects of the resource as managed", async () => {
    const { refresh, ledger } = session("source", [source]);
    await refresh(source);
    expect(ledger.isManaged("SO1")).toBe(true);
    expect(ledger.withKey("state", source).map(({ id }) => id)).toEqual(["SO1"]);
  });

  it("reads as many objects as the resource has, or as the run that wrote it used", async () => {
    const { refresh, expectations } = session("source", [source]);
    const notes = new PrivateState();
    notes.set("scale", 40);
    await refresh(source);
    await refresh(source, notes);
    expect(expectations).toEqual([1, 40]);
  });

  it("reads an object once more by its SID that shows what was there before an update, and no other", async () => {
    const group = { id: "CG1", is_default: false };
    const [old, now] = ["Old", "New"].map((name) => ({ ...group, name }));
    const afterUpdate = () => {
      const notes = new PrivateState();
      const written = { names: ["name"], plan: now, prior: old, shown: [{ id: "CG1" }] };
      noteWritten(
        managedResources.rblmonitor_contact_group.object,
        { privateState: notes, diagnostics: new Diagnostics() },
        written as never,
      );
      return notes;
    };
    const lagging = session("contact_group", [old as never], { fresh: [now as never] });
    expect(await lagging.refresh(now as never, afterUpdate())).toMatchObject({ name: "New" });
    expect(lagging.readFresh).toEqual([["CG1"]]);
    const stuck = session("contact_group", [old as never]);
    expect(await stuck.refresh(now as never, afterUpdate())).toMatchObject({ name: "Old" });
    const current = session("contact_group", [now as never]);
    expect(await current.refresh(now as never, afterUpdate())).toMatchObject({ name: "New" });
    expect(current.readFresh).toEqual([]);
  });

  describe("of a subnet", () => {
    const refer = { profile: "RP1", contact_groups: ["CG1"], tags: null, paused: false };
    const members = [1, 2].map((n) => ({ id: `HT${n}`, host: `192.0.2.${n}`, ip: `192.0.2.${n}` }));
    const subnet = { id: "HT1", host: "192.0.2.0/30", name: "Net", ...refer, members };
    const shown = (n: number, name: string) => ({ id: `HT${n}`, host: `192.0.2.${n}`, name, parent: null });

    it("does not take the values of the last of several hosts for those of all", async () => {
      const { refresh, warnings } = session("host", [shown(1, "Mail")]);
      const notes = new PrivateState();
      expect(await refresh(subnet, notes)).toMatchObject({ name: "Net" });
      expect(mixedValues.of(notes)).toEqual({ HT1: { name: "Mail" } });
      expect(warnings()).toEqual([expect.stringContaining("Members differ in name")]);
    });

    it("takes the values of a single host, which is all of the resource", async () => {
      const notes = new PrivateState();
      const { refresh } = session("host", [shown(1, "Mail")]);
      const single = { ...subnet, host: "192.0.2.1", members: members.slice(0, 1) };
      expect(await refresh(single, notes)).toMatchObject({ name: "Mail" });
      expect(mixedValues.of(notes)).toEqual({});
    });

    it("knows hosts as managed that the state does not have", async () => {
      const child = { ...shown(3, "Net"), parent: "HT1" };
      const { refresh, ledger } = session("host", [
        { ...shown(1, "Net"), host: "192.0.2.0/30" } as never,
        child,
      ]);
      await refresh({ ...subnet, members: null });
      expect(ledger.isManaged("HT3")).toBe(true);
    });
  });
});

describe("a value that nothing can read", () => {
  /** A source whose values in these fields are unreadable. */
  const unreadable = (object: { readonly id: string }, values: Readonly<Record<string, unknown>>) => {
    unreadableValues.set(object, Object.entries(values));
    return object;
  };

  it("is named with its attribute, its object and its text, up to 100 characters, once for each field", async () => {
    const long = "x".repeat(200);
    const { refresh, warnings } = session("source", [
      unreadable({ id: "SO1" }, { host: long, status: 7, title: "no attribute" }),
      unreadable({ id: "SO2" }, { host: 1 }),
    ]);
    for (const id of ["SO1", "SO2"]) await refresh({ ...source, id });
    expect(warnings()).toEqual([
      expect.stringContaining(
        `Unreadable value of host: The service returns "${"x".repeat(99)} as host of the source SO1, perhaps`,
      ),
      expect.stringContaining(
        "Unreadable value of paused: The service returns 7 as status of the source SO1",
      ),
    ]);
  });

  it("is not shown for a kind that has secrets", async () => {
    const { refresh, warnings } = session("contact", [unreadable({ id: "CO1" }, { contact: { secret: 1 } })]);
    await refresh({ id: "CO1", contact: "ops@example.com", type: "email", paused: false });
    expect(warnings()).toEqual([
      expect.stringContaining("The service returns a value as contact of the contact CO1"),
    ]);
  });

  it("of the status is not reported for a kind that cannot be paused", async () => {
    const { refresh, warnings } = session("monitoring_profile", [unreadable({ id: "RP1" }, { status: 7 })]);
    await refresh({ id: "RP1", name: "A", frequency: "1_hour", is_default: false });
    expect(warnings()).toEqual([]);
  });
});
