import { dataSources } from "../../../src/provider/data/data-sources";
import { observedValues } from "../../../src/provider/data/observed";
import { wireFields } from "../../../src/provider/managed/wire";
import { aboutOf, described } from "../../../src/provider/text";
import { type Kind, kindNames, kinds } from "../../../src/service/kinds";
import { readServiceObject } from "../../../src/service/responses";
import type { Attribute, Attributes } from "../../../src/terraform/schema/attribute";

const digits = "0".repeat(32);
const attributesOf = (kind: Kind): Attributes => dataSources[`rblmonitor_${kind}`]?.attributes ?? {};

/** A value of the attribute as the service may write it. */
function written({ type }: Attribute): unknown {
  switch (type.kind) {
    case "string":
      return "x";
    case "number":
      return 7;
    case "bool":
      return 1;
    case "set":
      return type.element.kind === "number" ? [7] : ["x"];
    default:
      return [{ sid: `RB${digits}`, host: "bl.example.net", details: "127.0.0.2", rank: 1 }];
  }
}

describe.each(kindNames)("a %s that is read", (kind) => {
  const attributes = attributesOf(kind);
  const id = `${kinds[kind].prefix}${digits}`;

  it("has every attribute if the API returns everything", () => {
    const reported = wireFields(attributes).map(
      ({ field, attribute }) => [field, written(attribute)] as const,
    );
    const object = readServiceObject(kind, { ...Object.fromEntries(reported), id, status: "PAUSED" });
    const values = observedValues(attributes, object ?? { id: "" });
    expect(Object.keys(values)).toEqual(Object.keys(attributes));
    expect(Object.entries(values).filter(([, value]) => value === null)).toEqual([]);
    expect(values).toMatchObject({ id, ...(kinds[kind].pausable && { paused: true, status: "paused" }) });
  });

  it("has its id, and null otherwise, if the API returns nothing else", () => {
    const { id: reported, ...others } = observedValues(attributes, { id });
    expect(reported).toBe(id);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it("has descriptions without rules for setting an attribute", () => {
    const rules = /\b(in place|forces replacement|Defaults to|If omitted|Setting|At least one|characters)\b/i;
    for (const { parts } of Object.values(attributes)) expect(parts.description).not.toMatch(rules);
  });
});

describe("the sources that list a host", () => {
  it("are sorted, with exactly the documented attributes", () => {
    const host = readServiceObject("host", {
      id: `HT${digits}`,
      listed_details: [
        { host: "b.example.net", details: "127.0.0.2", response_time: 3 },
        { sid: `RB${digits}`, host: "a.example.net" },
      ],
    });
    expect(observedValues(attributesOf("host"), host ?? { id: "" }).listed_details).toEqual([
      { id: `RB${digits}`, host: "a.example.net", details: null },
      { id: null, host: "b.example.net", details: "127.0.0.2" },
    ]);
  });
});

const validValues = "Valid values:\n- `a`\n- `b`";

describe("a description of a resource's attribute", () => {
  it.each([
    [described("Name."), "Name."],
    [described("Name.", "1 to 255 characters.", "Can be changed in place."), "Name."],
    [described("Type:\n- `a`\n- `b`", "If omitted, `a`."), "Type:\n- `a`\n- `b`"],
    [described("Type.", validValues, "Defaults to `a`."), "Type."],
  ])("%j begins with %j", (description, about) => {
    expect(aboutOf(description)).toBe(about);
  });

  it("separates a list from the sentences after it", () => {
    expect(described("Type.", validValues, "If omitted, `a`.", "Can be changed in place.")).toBe(
      "Type.\n\nValid values:\n- `a`\n- `b`\n\nIf omitted, `a`. Can be changed in place.",
    );
  });
});
