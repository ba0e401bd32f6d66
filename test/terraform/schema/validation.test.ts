import { Diagnostics } from "../../../src/terraform/diagnostics";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { integer, list, map, number, oneOf, set, string } from "../../../src/terraform/schema/shapes";
import { rejectGenerated, validateConfig } from "../../../src/terraform/schema/validation";
import { type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";
import { unknown, type Value } from "../../../src/terraform/values/value";

const short = () => string().check((text, report) => text.length < 3 || report.error("is long"));

function found(attributes: Attributes, config: ObjectValue): string[] {
  const diagnostics = new Diagnostics();
  validateConfig(attributes, objectValue(Object.entries(config)), diagnostics, { writeOnly: true });
  return diagnostics.list.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`);
}

describe("a configuration", () => {
  it("lacks required attributes", () => {
    expect(found({ name: string().required(""), label: string().optional("") }, { name: null })).toEqual([
      "error: Missing name: name is required, but it is null.",
    ]);
  });

  it("is checked in all its parts, from the inside out", () => {
    const attributes = {
      lists: list(
        list(short()).check((texts, report) => texts.length < 2 || report.warning("are many")),
      ).optional(""),
      sets: set(list(short())).optional(""),
    };
    expect(found(attributes, { lists: [["a", "long"], []], sets: [["a"], ["a", "long"]] })).toEqual([
      "error: Invalid lists[0][1]: lists[0][1] is long.",
      "warning: Unusual lists[0]: lists[0] are many.",
      "error: Invalid sets[1]: sets (1 of 2 elements)[1] is long.",
    ]);
  });

  it("is not checked where it is unknown, but elsewhere", () => {
    const all = list(short()).check((texts, report) =>
      report.error(`has ${texts.map((text) => text.length)}`),
    );
    expect(found({ texts: all.optional("") }, { texts: ["long", unknown] })).toEqual([
      "error: Invalid texts[0]: texts[0] is long.",
    ]);
    expect(found({ texts: all.optional("") }, { texts: unknown })).toEqual([]);
  });

  it("has no null elements, unless the shape allows them", () => {
    const texts = { a: set(string()).optional(""), b: list(number()).optional("") };
    expect(found(texts, { a: ["x", null], b: [null, 1, null] })).toEqual([
      "error: Null in a: 1 of 2 elements of a is null. To leave out null and empty elements, write: a = compact([…])",
      "error: Null in b: 2 of 3 elements of b are null. To leave out null elements, write: b = [for v in … : v if v != null]",
    ]);
    const names = { c: map(string()).optional(""), d: map(string()).allowNulls().optional("") };
    expect(found(names, { c: { k: null }, d: { k: null } })).toEqual([
      "error: Null in c: 1 of 1 elements of c is null. To leave out null elements, write: c = { for k, v in … : k => v if v != null }",
    ]);
    expect(found(texts, { a: [unknown, "x"], b: unknown })).toEqual([]);
  });

  it("has its checks run where nothing is null alone", () => {
    const sum = list(number()).check((all, report) => report.error(`are ${all.length}`));
    expect(found({ sum: sum.optional("") }, { sum: [1, null] })).toEqual([
      expect.stringContaining("Null in sum"),
    ]);
  });

  it("is reported for elements of a set once per rule, with their number", () => {
    const even = number().check((value, report) => {
      if (Number(value) % 2 === 1) report.error("must be even");
      if (Number(value) > 9) report.warning("is large");
    });
    expect(found({ all: set(even).optional("") }, { all: [1, 2, 3, 11] })).toEqual([
      "error: Invalid all: all (3 of 4 elements) must be even.",
      "warning: Unusual all: all (1 of 4 elements) is large.",
    ]);
  });
});

describe("a value that a mock of terraform test may have generated", () => {
  const attributes = {
    id: string()
      .check((_id, report) => report.error("is not an id"))
      .optional(""),
    ids: set(string())
      .check((ids, report) => ids.length > 0 || report.error("are none"))
      .optional(""),
    count: integer({ min: 1 }).optional(""),
    color: oneOf(["red", "blue"]).optional(""),
  };
  const generated: readonly Record<string, Value>[] = [
    { id: "k3v9x0ab" },
    { id: "https://k3v9x0ab:443/" },
    { id: "aZ7q" },
    { ids: [] },
    { count: 0 },
    { color: "abcdefgh" },
    { color: "Xy1z" },
  ];

  it.each(generated)("is not refused by a validation, only by what comes after: %j", (values) => {
    const config = objectValue(Object.entries({ id: null, ids: null, count: null, color: null, ...values }));
    const validated = new Diagnostics();
    validateConfig(attributes, config, validated, { writeOnly: true, generated: true });
    expect(validated.list).toEqual([]);
    const planned = new Diagnostics();
    rejectGenerated(attributes, config, planned);
    expect(planned.list).toMatchObject([
      { severity: "error", path: [{ attribute: Object.keys(values)[0] }] },
    ]);
  });

  it.each([{ id: "not-an-id" }, { count: -1 }, { color: "rad" }, { id: "0123456789abcdef" }])(
    "is not what a mock never generates: %j",
    (values) => {
      const config = objectValue(
        Object.entries({ id: null, ids: null, count: null, color: null, ...values }),
      );
      const validated = new Diagnostics();
      validateConfig(attributes, config, validated, { writeOnly: true, generated: true });
      expect(validated.hasErrors).toBe(true);
    },
  );

  it("causes a warning anyway, and only one", () => {
    const id = {
      id: string()
        .check((_id, report) => report.warning("is short"))
        .optional(""),
    };
    const config = objectValue([["id", "k3v9x0ab"]]);
    const diagnostics = new Diagnostics();
    validateConfig(id, config, diagnostics, { writeOnly: true, generated: true });
    rejectGenerated(id, config, diagnostics);
    expect(diagnostics.list.map(({ severity }) => severity)).toEqual(["warning"]);
  });
});
