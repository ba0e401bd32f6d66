import fc from "fast-check";
import { kindNames, kinds } from "../../src/service/kinds";
import {
  flattenChildren,
  readCheckId,
  readCheckStatus,
  readServiceObject,
  unreadableValues,
} from "../../src/service/responses";
import { isSid } from "../../src/service/sids";

const hex = "0123456789abcdef0123456789abcdef";
const id = `HT${hex}`;
const groups = [`CG${hex}`, `CG${[...hex].reverse().join("")}`];
const anyKind = fc.constantFrom(...kindNames);
const anyJson = fc.jsonValue();

describe("the forms of a returned value", () => {
  it.each([
    ["yes", "no"],
    ["ON", "off"],
    ["Y", "N"],
    ["t", "f"],
  ])("of a flag may be the words %s and %s", (yes, no) => {
    const profile = { id: `CP${hex}`, alert_on_changes: yes, is_default: no };
    const flags = { alert_on_changes: true, is_default: false };
    expect(readServiceObject("certificate_profile", profile)).toMatchObject(flags);
  });

  it("of a list may be an object with numbers as keys, as PHP writes it", () => {
    const reported = { id, contact_group: { 0: groups[0], 2: groups[1] }, tags: { 1: "a" } };
    expect(readServiceObject("host", reported)).toEqual({ id, contact_group: groups, tags: ["a"] });
    expect(readServiceObject("host", { id, tags: { name: "a" } })).toEqual({ id });
  });

  it("is found under a name in camel case", () => {
    expect(readServiceObject("host", { id, contactGroup: groups })).toEqual({ id, contact_group: groups });
  });
});

describe("the id of a returned object (docs/design/open-points.md#1)", () => {
  it.each(["id", "sid"])("is read from %s", (key) => {
    expect(readServiceObject("host", { [key]: id })).toEqual({ id });
  });

  it("is taken from sid when id is an internal number", () => {
    expect(readServiceObject("host", { id: 7, sid: id })).toEqual({ id });
  });

  it("is case-insensitive, as in version 3.0, and so are its references", () => {
    const reported = { id: id.toUpperCase(), contact_group: groups.map((sid) => sid.toUpperCase()) };
    expect(readServiceObject("host", reported)).toEqual({ id, contact_group: groups });
  });

  it.each([`CM${hex}`, "HT12", `${id}0`, 7, null, undefined, [id], { id }])("is not %p", (wrong) => {
    expect(readServiceObject("host", { id: wrong })).toBeUndefined();
  });
});

describe("a returned list (docs/design/open-points.md#2)", () => {
  it.each([
    ["comma-separated values", groups.join(",")],
    ["comma-separated values with spaces", groups.join(" , ")],
    ["an array of strings", groups],
    ["an array of objects with an id", groups.map((sid) => ({ id: sid, name: "Operations" }))],
    ["an array of objects with a sid", groups.map((sid) => ({ sid }))],
  ])("is read from %s", (_form, value) => {
    expect(readServiceObject("host", { id, contact_group: value })).toEqual({ id, contact_group: groups });
  });

  it.each([null, "", []])("is empty for %p", (value) => {
    expect(readServiceObject("host", { id, tags: value })).toEqual({ id, tags: [] });
  });

  it("is undefined when it is missing", () => {
    expect(readServiceObject("host", { id })).not.toHaveProperty("tags");
  });

  it.each([[[["a"]]], [{ a: 1 }], [true], [[null]]])("is omitted when it is %j", (value) => {
    expect(readServiceObject("host", { id, tags: value })).not.toHaveProperty("tags");
  });

  it("of tags counts their names before their ids", () => {
    const tags = [{ id: 5, name: "web" }];
    expect(readServiceObject("host", { id, tags })).toEqual({ id, tags: ["web"] });
  });

  it.each(["30,15,5", [30, 15, 5], ["30", "15", "5"], [{ id: 30 }, { value: "15" }, { name: "5" }]])(
    "of thresholds is read as numbers from %j",
    (value) => {
      const profile = readServiceObject("certificate_profile", {
        id: `CP${hex}`,
        expiration_thresholds: value,
      });
      expect(profile?.expiration_thresholds).toEqual([30, 15, 5]);
    },
  );

  it("of one threshold may be a bare number", () => {
    const profile = readServiceObject("certificate_profile", { id: `CP${hex}`, expiration_thresholds: 30 });
    expect(profile?.expiration_thresholds).toEqual([30]);
  });
});

describe("a returned flag (docs/design/open-points.md#3)", () => {
  it.each([true, 1, "1", "true", "True"])("is true for %p", (value) => {
    expect(readServiceObject("host", { id, listed: value })?.listed).toBe(true);
  });

  it.each([false, 0, "0", "false"])("is false for %p", (value) => {
    expect(readServiceObject("host", { id, listed: value })?.listed).toBe(false);
  });

  it.each([null, "", "maybe", 2, [], {}])("is omitted for %p", (value) => {
    expect(readServiceObject("host", { id, listed: value })).not.toHaveProperty("listed");
  });
});

describe("a returned object", () => {
  it("comes with the values that no rule can read, if there are any", () => {
    const read = (more: object) => readServiceObject("host", { id, name: "Web", other: {}, ...more });
    const unreadable = (more: object) => unreadableValues.get(read(more) ?? {});
    expect(unreadable({ listed: "perhaps", tags: [{}] })).toEqual([
      ["listed", "perhaps"],
      ["tags", [{}]],
    ]);
    // A large account would otherwise take memory for each object.
    for (const more of [{}, { listed: null }, { listed: "" }]) expect(unreadable(more)).toBeUndefined();
  });

  it("is read in the names of version 3.0", () => {
    const host = readServiceObject("host", { id, rbl_profile: `RP${hex}`, listed: 0, listed_count: "3" });
    expect(host).toEqual({ id, profile: `RP${hex}`, listed: false, listed_count: 3 });
  });

  it("drops unknown fields", () => {
    expect(readServiceObject("contact_group", { id: `CG${hex}`, name: "n", owner: { id: 1 } })).toEqual({
      id: `CG${hex}`,
      name: "n",
    });
  });

  it("keeps status words and source types that are in no list (docs/design/open-points.md#4, 5)", () => {
    const source = readServiceObject("source", { id: `RB${hex}`, status: "Dormant", type: "odd", custom: 0 });
    expect(source).toEqual({ id: `RB${hex}`, status: "Dormant", type: "odd", custom: false });
  });

  it("may carry keys of Object's prototype without harm", () => {
    const hostile = JSON.parse(`{"id":"CO${hex}","__proto__":{"id":1},"args":{"__proto__":"x","a":"b"}}`);
    const contact = readServiceObject("contact", hostile);
    expect(Object.getPrototypeOf(contact)).toBe(Object.prototype);
    expect(Object.entries(contact?.args ?? {})).toEqual([
      ["__proto__", "x"],
      ["a", "b"],
    ]);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  it("never makes the reader throw, and has a SID of its kind if it is readable", () => {
    fc.assert(
      fc.property(anyKind, anyJson, (kind, value) => {
        const object = readServiceObject(kind, value);
        if (object !== undefined) expect(isSid(kind, object.id)).toBe(true);
      }),
    );
  });

  it("is read with any field values", () => {
    const names = ["host", "name", "profile", "contact_group", "tags", "listed", "listed_details", "args"];
    const fields = fc.dictionary(fc.constantFrom(...names, "entries", "expiration_thresholds"), anyJson);
    fc.assert(
      fc.property(anyKind, fields, (kind, given) => {
        const sid = kinds[kind].prefix + hex;
        const object = readServiceObject(kind, { ...given, id: sid });
        expect(object?.id).toBe(sid);
        expect(Object.values(object ?? {})).not.toContain(undefined);
      }),
    );
  });
});

describe("children that a created parent brings (docs/design/open-points.md#10)", () => {
  it.each(["children", "hosts", "members"])("are taken from %s", (key) => {
    const child = { id: `HT${groups[1]?.slice(2)}` };
    expect(flattenChildren({ id, [key]: [child, 3] })).toEqual([{ id, [key]: [child, 3] }, child]);
  });
});

describe("a manual check", () => {
  const checkId = `PP${hex}${hex}`;

  it.each(["id", "sid", "check_sid"])("has its id in %s", (key) => {
    expect(readCheckId({ [key]: checkId })).toBe(checkId);
  });

  it.each([undefined, null, { id: `PP${hex}` }, { id: 3 }])("has no id in %p", (value) => {
    expect(readCheckId(value)).toBeUndefined();
  });

  it.each([{ status: "completed" }, { status: "Completed" }, { status: "done", listed: 1 }])(
    "is finished at %j (docs/design/open-points.md#14)",
    (value) => {
      expect(readCheckStatus(value)?.finished).toBe(true);
    },
  );

  it.each([
    { status: "processing", listed: 0 },
    { status: "processing", listed: 1 },
    { status: "done" },
    { listed: 1 },
    {},
    ...["running", "in_progress", "done", "error", "failed", "timed_out", "cancelled"].map((status) => ({
      ...{ status, listed: 0 },
    })),
  ])("goes on at %j (docs/design/open-points.md#14)", (value) => {
    expect(readCheckStatus(value)?.finished).toBe(false);
  });

  it.each([{ checked_count: 0 }, { listed_count: 2 }, { listed_details: [{ rbl: `RB${hex}`, listed: 1 }] }])(
    "has no answer if %j contradicts that nothing lists the host",
    (more) => {
      const check = readCheckStatus({ status: "completed", listed: 0, ...more });
      expect(check?.finished).toBe(true);
      expect(check?.listed).toBeUndefined();
    },
  );

  it.each(["id", "sid", "rbl"])("returns the result of each source, by its %s", (key) => {
    const check = readCheckStatus({
      status: "completed",
      listed: 1,
      listed_details: [{ [key]: `RB${hex}`, listed: 1, details: "spam", response_time: 0.25 }],
    });
    expect(check).toEqual({
      status: "completed",
      listed: true,
      finished: true,
      listed_details: [{ id: `RB${hex}`, listed: true, details: "spam", response_time: 0.25 }],
    });
  });

  it("is undefined for values other than objects", () => {
    expect(readCheckStatus("processing")).toBeUndefined();
  });
});

describe("a returned enumeration", () => {
  it("that is empty is like none", () => {
    const profile = { id: `RP${hex}`, frequency: "" };
    expect(readServiceObject("monitoring_profile", profile)).toEqual({ id: `RP${hex}` });
  });
});
