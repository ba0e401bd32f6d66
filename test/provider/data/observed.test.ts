import { dataSources } from "../../../src/provider/data/data-sources";
import { observedValues, statement } from "../../../src/provider/data/observed";
import { wireFields } from "../../../src/provider/managed/wire";
import { type Kind, kinds } from "../../../src/service/kinds";
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

describe.each(Object.keys(kinds) as Kind[])("a %s that is read", (kind) => {
  const attributes = attributesOf(kind);
  const id = `${kinds[kind].prefix}${digits}`;

  it("has every attribute when the service tells everything", () => {
    const reported = wireFields(attributes).map(
      ({ field, attribute }) => [field, written(attribute)] as const,
    );
    const object = readServiceObject(kind, { ...Object.fromEntries(reported), id, status: "PAUSED" });
    const values = observedValues(attributes, object ?? { id: "" });
    expect(Object.keys(values)).toEqual(Object.keys(attributes));
    expect(Object.entries(values).filter(([, value]) => value === null)).toEqual([]);
    expect(values).toMatchObject({ id, ...(kinds[kind].pausable && { paused: true, status: "paused" }) });
  });

  it("has its id and null otherwise when the service tells nothing else", () => {
    const { id: reported, ...others } = observedValues(attributes, { id });
    expect(reported).toBe(id);
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it("says in its descriptions nothing of what a change would do", () => {
    for (const { parts } of Object.values(attributes))
      expect(parts.description).not.toMatch(/\b(A change|Default:|Unset:|Setting)/);
  });
});

describe("the sources that list a host", () => {
  it("stand in one order, with every attribute and no other", () => {
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

describe("a description of a resource's attribute", () => {
  it.each([
    ["Tags such as `a`. A change replaces them all. Unset: none.", "Tags such as `a`."],
    ["Whether it is so. Default: `false`.", "Whether it is so."],
    ["A change of course.", "A change of course."],
    ["One. Two.", "One. Two."],
  ])("%j says of the attribute itself %j", (description, itself) => {
    expect(statement(description)).toBe(itself);
  });
});
