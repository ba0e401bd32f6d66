import { nestedList, nestedSet, number, string } from "../../../src/terraform/schema/shapes";
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
    const beginning = new Unknown(new Map([[2, "pre-"]]));
    expect(plan(attributes, { config: { name: beginning }, prior }).planned.name).toBe(beginning);
  });
});

describe("computed values that are kept", () => {
  const attributes = {
    name: string().required(""),
    members: nestedSet({ id: string().computed(""), host: string().computed("") })
      .computed("")
      .keepsPrior(),
    ports: nestedList({ number: number().required(""), id: string().computed("").keepsPrior() }).optional(""),
  };

  it("is kept with all its parts", () => {
    const members = [{ id: "1", host: "a" }];
    expect(
      plan(attributes, { config: { name: "m" }, prior: { name: "n", members } }).planned.members,
    ).toEqual(members);
  });

  it("is open in an element that was not there before", () => {
    const ports = [
      { number: 1, id: null },
      { number: 2, id: null },
    ];
    const prior = { name: "n", ports: [{ number: 1, id: "1" }] };
    const proposed = {
      name: "n",
      ports: [
        { number: 1, id: "1" },
        { number: 2, id: null },
      ],
    };
    expect(plan(attributes, { config: { name: "n", ports }, prior, proposed }).planned.ports).toEqual([
      { number: 1, id: "1" },
      { number: 2, id: unknown },
    ]);
  });
});
