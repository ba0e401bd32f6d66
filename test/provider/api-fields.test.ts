import * as fc from "fast-check";
import {
  compareValue,
  createBody,
  differs,
  isEmpty as isEmptyValue,
  isIdentifiable,
  reportedValues,
  resolveUnknowns,
  updateBody,
} from "../../src/provider/managed/api-fields";
import { field } from "../../src/provider/managed/wire";
import { bool, set, string } from "../../src/terraform/schema/shapes";
import { equal } from "../../src/terraform/values/equal";
import { unknown, type Value } from "../../src/terraform/values/value";

const attributes = {
  id: string().computed("SID."),
  name: string().required("Name.").annotate(field("name")),
  groups: set(string()).required("Groups.").annotate(field("group")),
  tags: set(string()).optional("Tags.").annotate(field("tags")),
  is_default: bool().optionalComputed("Whether it is the default.").annotate(field("is_default")),
  paused: bool().default(false, "Whether it is paused."),
};

const texts = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 });
const state = fc.record({
  id: fc.constant("HT1"),
  name: fc.constantFrom("x", "y"),
  groups: texts,
  tags: fc.option(texts),
  is_default: fc.option(fc.boolean()),
  paused: fc.boolean(),
});

const isEmpty = (value: Value | undefined) => value === null || (Array.isArray(value) && value.length === 0);

describe("the body of an update", () => {
  it("has exactly the fields whose values change, sets in another order not among them", () => {
    fc.assert(
      fc.property(state, state, (prior, plan) => {
        const { body } = updateBody(attributes, prior, plan);
        const changes = (name: "name" | "groups" | "tags" | "is_default") =>
          !equal(attributes[name].type, prior[name], plan[name]) &&
          !(isEmpty(prior[name]) && isEmpty(plan[name]));
        const expected = [
          ...(changes("name") ? ["name"] : []),
          ...(changes("groups") ? ["group"] : []),
          ...(changes("tags") ? ["tags"] : []),
          ...(changes("is_default") && plan.is_default !== null ? ["is_default"] : []),
        ];
        expect(Object.keys(body).sort()).toEqual(expected.sort());
      }),
    );
  });

  it("clears a set that the user removed by an empty one", () => {
    const prior = { id: "HT1", name: "x", groups: ["a"], tags: ["a"], is_default: null, paused: false };
    expect(updateBody(attributes, prior, { ...prior, tags: null }).body).toEqual({ tags: [] });
  });

  it("omits values that the service decides", () => {
    const prior = { id: "HT1", name: "x", groups: ["a"], tags: null, is_default: true, paused: false };
    expect(updateBody(attributes, prior, { ...prior, is_default: unknown }).body).toEqual({});
  });
});

describe("an optional text", () => {
  const withNote = { ...attributes, note: string().optional("Note.").annotate(field("note")) };
  const prior = { id: "HT1", name: "x", groups: ["a"], tags: null, is_default: null, paused: false };

  it("that the user removed is cleared by an empty one", () => {
    const changed = [
      { ...prior, note: "x" },
      { ...prior, note: null },
    ] as const;
    expect(updateBody(withNote, ...changed).body).toEqual({ note: "" });
  });

  it("that the service returns empty is null", () => {
    expect(reportedValues(withNote, { id: "HT1", name: "", note: "" })).toEqual({ name: "", note: null });
  });
});

describe("the body of a create", () => {
  it("has an empty set where the service would decide without it", () => {
    const entries = set(string()).optionalComputed("Sources.").annotate(field("entries"));
    expect(createBody({ entries }, { entries: [] }).body).toEqual({ entries: [] });
    expect(createBody({ entries }, { entries: null }).body).toEqual({});
  });

  it("has every planned value that is set, under the service's name for it", () => {
    fc.assert(
      fc.property(state, (plan) => {
        const { name, groups, tags, is_default } = plan;
        const entries = Object.entries({ name, group: groups, tags, is_default });
        expect(createBody(attributes, plan).body).toEqual(
          Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))),
        );
      }),
    );
  });

  it("omits values that the service decides", () => {
    const plan = { id: unknown, name: "x", groups: ["a"], tags: null, is_default: unknown, paused: false };
    expect(createBody(attributes, plan).body).toEqual({ name: "x", group: ["a"] });
  });
});

describe("the attributes that a create sets", () => {
  it("are all known ones, and omitted ones that the service is to leave empty", () => {
    const plan = { id: unknown, name: "x", groups: ["a"], tags: null, is_default: true, paused: false };
    expect(createBody(attributes, plan).names).toEqual(["name", "groups", "tags", "is_default"]);
    const open = { ...plan, name: unknown, tags: ["a"], is_default: null };
    expect(createBody(attributes, open).names).toEqual(["groups", "tags"]);
  });
});

describe("an object of a plan", () => {
  const plan = { id: unknown, name: "x", groups: ["a"], tags: null, is_default: null, paused: false };

  it.each([
    ["can", {}, true],
    ["can", { tags: unknown, is_default: unknown }, true],
    ["can", { name: null }, true],
    ["cannot", { name: unknown }, false],
    ["cannot", { groups: ["a", unknown] }, false],
  ] as const)("%s be compared with others if it has %j", (_, more, expected) => {
    expect(isIdentifiable(attributes, { ...plan, ...more })).toBe(expected);
  });
});

describe("a returned value", () => {
  it.each<[Value, Value, string]>([
    ["Mail", "Mail", "same"],
    ["Mail", "mail", "perhaps"],
    ["Mail", "Web", "different"],
    ["Mail", null, "different"],
    [null, "Mail", "different"],
    [["a"], null, "different"],
    [null, ["a"], "different"],
    [["a", "b"], ["b", "a"], "same"],
    [["A", "b"], ["a", "b"], "perhaps"],
    [["a", "b"], ["a"], "different"],
    [true, true, "same"],
    [true, false, "different"],
  ])("of %j that is %j means: %s", (sent, reported, likeness) => {
    const isOf = (test: (value: Value) => boolean) => [sent, reported].some(test);
    const ofText = isOf(Array.isArray) ? attributes.tags : attributes.name;
    const attribute = isOf((value) => value === true) ? attributes.is_default : ofText;
    expect(compareValue(attribute, sent, reported)).toBe(likeness);
  });

  it("differs from the state if it means something else, in no attribute that the resource lacks", () => {
    const values = { name: "x", tags: null };
    const names = [
      ["name", "x"],
      ["name", "y"],
      ["tags", []],
      ["tags", ["a"]],
      ["former", "x"],
    ] as const;
    expect(names.map(([name, value]) => differs(attributes, name, value, values))).toEqual([
      ...[false, true, false, true, false],
    ]);
  });

  it.each<[Value, boolean]>([
    [null, true],
    ["", true],
    [[], true],
    ["a", false],
    [["a"], false],
    [false, false],
    [0, false],
  ])("%j is empty: %p", (value, expected) => {
    expect(isEmptyValue(value)).toBe(expected);
  });
});

describe("a plan after the write", () => {
  it("keeps planned values, and replaces unknown ones with the returned value or null", () => {
    const plan = { id: unknown, name: "x", tags: unknown };
    expect(resolveUnknowns(plan, { id: "HT1", name: "y" })).toEqual({ id: "HT1", name: "x", tags: null });
  });
});
