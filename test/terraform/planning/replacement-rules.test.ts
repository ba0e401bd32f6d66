import { set, string } from "../../../src/terraform/schema/shapes";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { unknown } from "../../../src/terraform/values/value";
import { plan, word } from "./planned";

describe("replacement", () => {
  const attributes = {
    name: word().required("").replacesOnChange(),
    label: string().optional(""),
    tags: set(word()).optional("").replacesOnChange(),
    zone: string().optionalComputed("").replacesOnChange(),
  };
  const prior = { name: "n", zone: "north", tags: ["A", "b"] };
  const replacePaths = (config: ObjectValue) =>
    plan(attributes, { config, prior, proposed: { zone: "north", ...config } }).replace;

  it.each<[string, ObjectValue]>([
    ["another attribute that changes", { name: "n", tags: ["A", "b"], label: "new" }],
    ["another spelling", { name: "N", tags: ["A", "b"], label: "new" }],
    ["another spelling within a set, in another order", { name: "n", tags: ["B", "a"], label: "new" }],
    ["a value that is left to the provider", { name: "n", tags: ["A", "b"], zone: null, label: "new" }],
  ])("is not forced by %s", (_name, config) => {
    expect(replacePaths(config)).toEqual([]);
  });

  it.each<[string, ObjectValue, string]>([
    ["another value", { name: "m", tags: ["A", "b"] }, "name"],
    ["an unknown value", { name: unknown, tags: ["A", "b"] }, "name"],
    ["another element", { name: "n", tags: ["A", "c"] }, "tags"],
    ["no elements", { name: "n", tags: null }, "tags"],
    ["a value of its own", { name: "n", tags: ["A", "b"], zone: "south" }, "zone"],
  ])("is forced by %s", (_name, config, attribute) => {
    expect(replacePaths(config)).toEqual([[{ attribute }]]);
  });

  it("is not forced by an empty set for null, and the reverse", () => {
    const change = { config: { name: "n", tags: [], label: "new" }, prior: { name: "n", zone: "north" } };
    expect(plan(attributes, change).replace).toEqual([]);
  });

  it("is not forced in a create", () => {
    expect(plan(attributes, { config: { name: "n" } }).replace).toEqual([]);
  });
});
