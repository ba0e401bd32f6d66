import { nestedList, number, string } from "../../../src/terraform/schema/shapes";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { Unknown, unknown } from "../../../src/terraform/values/value";

import { plan, whole, word } from "./planned";

describe("a plan", () => {
  const attributes = {
    id: string().computed("").keepsPrior(),
    revision: number().computed(""),
    name: word().required(""),
    mode: string().default("fast", ""),
    secret: string().optional("").writeOnly(),
  };
  const prior = { id: "1", revision: 7, name: "Name", mode: "fast" };

  it.each<[string, ObjectValue]>([
    ["an absent value that has a default", { name: "Name" }],
    ["a write-only value", { name: "Name", secret: "hush" }],
    ["another spelling", { name: "NAME" }],
  ])("shows nothing because of %s", (_name, config) => {
    expect(plan(attributes, { config, prior })).toEqual({ planned: whole(attributes, prior), replace: [] });
  });

  it("plans computed values as unknown when something changes, except those that are kept", () => {
    expect(plan(attributes, { config: { name: "Name", mode: "slow" }, prior }).planned).toEqual(
      whole(attributes, { ...prior, mode: "slow", revision: unknown }),
    );
  });

  it("leaves open all that the service decides when there is nothing yet", () => {
    expect(plan(attributes, { config: { name: "Name" } }).planned).toEqual(
      whole(attributes, { id: unknown, revision: unknown, name: "Name", mode: "fast" }),
    );
  });

  it("keeps the refinements of an unknown value", () => {
    const beginning = new Unknown(Uint8Array.of(0x81, 0x02, 0xa1, 0x70));
    expect(plan(attributes, { config: { name: beginning }, prior }).planned.name).toBe(beginning);
  });
});

describe("a list of nested objects", () => {
  const member = { id: string().computed(""), host: string().computed("") };
  const attributes = {
    name: string().required(""),
    kept: nestedList(member).computed("").keepsPrior(),
    open: nestedList(member).computed(""),
  };
  const members = [{ id: "1", host: "a" }];
  const prior = { name: "n", kept: members, open: members };

  it("is planned as a whole: kept, or open", () => {
    expect(plan(attributes, { config: { name: "m" }, prior }).planned).toEqual(
      whole(attributes, { name: "m", kept: members, open: unknown }),
    );
  });

  it("stays as it is if nothing changes", () => {
    expect(plan(attributes, { config: { name: "n" }, prior }).planned).toEqual(whole(attributes, prior));
  });
});
