import { nestedSet, number, set, string } from "../../../src/terraform/schema/shapes";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { unknown } from "../../../src/terraform/values/value";

import { plan, whole, word } from "./planned";

describe("an element of a set", () => {
  const attributes = {
    hosts: nestedSet({
      name: word().required(""),
      port: number().default(80, ""),
      zone: string().optionalComputed(""),
      tags: set(string()).optional(""),
      id: string().computed("").keepsPrior(),
    }).required(""),
  };
  const host = (given: ObjectValue): ObjectValue =>
    whole(
      {
        name: word().required(""),
        port: number().required(""),
        zone: word().required(""),
        tags: word().required(""),
        id: word().required(""),
      },
      given,
    );
  const planned = (config: ObjectValue[], prior: ObjectValue[], proposed: ObjectValue[] = config) =>
    plan(attributes, { config: { hosts: config }, prior: { hosts: prior }, proposed: { hosts: proposed } })
      .planned.hosts;

  it("matches its configuration, not one with fewer attributes", () => {
    const config = [host({ name: "a" }), host({ name: "a", port: 81, zone: "south" })];
    const expected = [
      host({ name: "a", port: 80, zone: unknown, id: unknown }),
      host({ name: "a", port: 81, zone: "south", id: unknown }),
    ];
    expect(planned(config, [])).toEqual(expected);
    expect(planned(config.toReversed(), [])).toEqual(expected.toReversed());
  });

  it("continues the one that agrees in all that the user sets", () => {
    const prior = [
      host({ name: "a", port: 81, zone: "south", id: "1" }),
      host({ name: "a", port: 80, zone: "north", id: "2" }),
    ];
    const config = [host({ name: "a" }), host({ name: "b" })];
    expect(planned(config, prior)).toEqual([
      host({ name: "a", port: 80, zone: unknown, id: "2" }),
      host({ name: "b", port: 80, zone: unknown, id: unknown }),
    ]);
  });

  it("continues the one that is spelled in another way, in that spelling", () => {
    const prior = [host({ name: "Name", port: 80, zone: "north", id: "1" })];
    expect(planned([host({ name: "NAME", zone: "north" })], prior)).toEqual(prior);
  });

  it("continues the one whose collection is empty in another form", () => {
    const prior = [host({ name: "a", port: 80, zone: "north", id: "1" })];
    expect(
      planned(
        [host({ name: "a", port: 81, zone: "north" }), host({ name: "a", zone: "north", tags: [] })],
        prior,
      ),
    ).toContainEqual(host({ name: "a", port: 80, zone: "north", tags: [], id: "1" }));
  });
});
