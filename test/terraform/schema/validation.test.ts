import { Diagnostics } from "../../../src/terraform/diagnostics";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { list, nested, nestedMap, nestedSet, number, string } from "../../../src/terraform/schema/shapes";
import { validateConfig } from "../../../src/terraform/schema/validation";
import { type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";
import { type Unknown, unknown } from "../../../src/terraform/values/value";

const short = () => string().check((text, report) => text.length < 3 || report.error("is long"));

function found(attributes: Attributes, config: ObjectValue): string[] {
  const diagnostics = new Diagnostics();
  validateConfig(attributes, objectValue(Object.entries(config)), diagnostics, { writeOnly: true });
  return diagnostics.list.map(({ severity, summary, detail }) => `${severity}: ${summary}: ${detail}`);
}

describe("a configuration", () => {
  it("lacks what is required, also within objects", () => {
    const attributes = {
      name: string().required(""),
      place: nested({ street: string().required("") }).optional(""),
      places: nestedMap({ street: string().required("") }).optional(""),
    };
    expect(
      found(attributes, { name: null, place: { street: null }, places: { a: { street: null } } }),
    ).toEqual([
      "error: Missing name: name is required; it is null here.",
      "error: Missing place.street: place.street is required; it is null here.",
      'error: Missing places["a"].street: places["a"].street is required; it is null here.',
    ]);
  });

  it("is checked in all its parts, from the inside out", () => {
    const attributes = {
      lists: list(
        list(short()).check((texts, report) => texts.length < 2 || report.warning("are many")),
      ).optional(""),
      parts: nestedSet({ name: short().required("") }).optional(""),
    };
    expect(
      found(attributes, { lists: [["a", "long"], []], parts: [{ name: "a" }, { name: "long" }] }),
    ).toEqual([
      "error: Invalid lists[0][1]: lists[0][1] is long.",
      "warning: Invalid lists[0]: lists[0] are many.",
      "error: Invalid parts[1].name: parts[1].name is long.",
    ]);
  });

  it("is not checked where something in it is unknown, but beside that", () => {
    const all = list(short()).check((texts, report) =>
      report.error(`has ${texts.map((text) => text.length)}`),
    );
    expect(found({ texts: all.optional("") }, { texts: ["long", unknown] })).toEqual([
      "error: Invalid texts[0]: texts[0] is long.",
    ]);
    expect(found({ texts: all.optional("") }, { texts: unknown })).toEqual([]);
  });

  it("has no elements of a set that are the same but for a default that is spelled out", () => {
    const host = { name: string().required(""), port: number().default(80, "") };
    const hosts = (...of: [string | Unknown, number | null][]) =>
      found({ hosts: nestedSet(host).optional("") }, { hosts: of.map(([name, port]) => ({ name, port })) });
    expect(hosts(["a", null], ["a", 80])).toEqual([
      "error: Invalid hosts: hosts has elements that differ only in saying what is the default.",
    ]);
    expect(hosts(["a", null], ["a", 81], ["b", 80], [unknown, 80], [unknown, null])).toEqual([]);
  });

  it("may say of a check where in the value it is wrong", () => {
    const pair = nested({ from: string().required(""), to: string().required("") }).check((value, report) => {
      if (value.from === value.to) report.error("leads nowhere", [{ attribute: "to" }]);
    });
    expect(found({ way: pair.optional("") }, { way: { from: "a", to: "a" } })).toEqual([
      "error: Invalid way: way.to leads nowhere.",
    ]);
  });
});
