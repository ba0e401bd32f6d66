import { nestedList, nestedSet, string } from "../../../src/terraform/schema/shapes";
import type { ObjectValue } from "../../../src/terraform/values/object-value";

import { plan } from "./planned";

describe("replacement", () => {
  const attributes = {
    name: string().required("").replacesOnChange(),
    label: string().optional(""),
    zone: string().optionalComputed("").replacesOnChange(),
    place: nestedList({ street: string().required(""), id: string().computed("") })
      .optional("")
      .replacesOnChange(),
  };
  const prior = { name: "n", zone: "north", place: [{ street: "s", id: "1" }] };
  const asked = (config: ObjectValue, proposed = config) =>
    plan(attributes, { config, prior, proposed: { zone: "north", ...proposed } }).replace;

  it("is not forced by a computed part of a value", () => {
    const config = { name: "n", label: "new", place: [{ street: "s", id: null }] };
    expect(asked(config, { ...config, place: [{ street: "s", id: "1" }] })).toEqual([]);
  });

  it("is forced by a configured part of a value", () => {
    expect(asked({ name: "n", place: [{ street: "t", id: null }] })).toEqual([[{ attribute: "place" }]]);
  });

  it("is not forced by a computed part of a set's element", () => {
    const hosts = {
      name: string().optional(""),
      hosts: nestedSet({
        host: string().required("").replacesOnChange(),
        zone: string().optionalComputed(""),
      }).optional(""),
    };
    const prior = { name: "n", hosts: [{ host: "a", zone: "north" }] };
    const config = { name: "m", hosts: [{ host: "a", zone: null }] };
    expect(plan(hosts, { config, prior }).replace).toEqual([]);
    expect(
      plan(hosts, { config: { ...config, hosts: [{ host: "b", zone: null }] }, prior }).replace,
    ).toHaveLength(1);
  });

  it("is not forced in a create", () => {
    expect(plan(attributes, { config: { name: "n" } }).replace).toEqual([]);
  });
});
