import fc from "fast-check";
import { planChange } from "../../../src/terraform/planning/plan-change";
import type { Attributes } from "../../../src/terraform/schema/attribute";
import { objectType } from "../../../src/terraform/schema/implied-type";
import { nestedList, nestedSet, number, set, string } from "../../../src/terraform/schema/shapes";
import { identical } from "../../../src/terraform/values/equal";
import { isWhollyKnown } from "../../../src/terraform/values/known";
import { type ObjectValue, objectValue } from "../../../src/terraform/values/object-value";
import { Unknown, unknown, type Value } from "../../../src/terraform/values/value";

const word = () => string().sameWhen((a, b) => a.toLowerCase() === b.toLowerCase());

/** An object of a schema: what is not given is null. */
const whole = (attributes: Attributes, given: ObjectValue): ObjectValue =>
  objectValue(Object.keys(attributes).map((name) => [name, given[name] ?? null]));

/** Plans as if Terraform had merged nothing but attributes that are absent in the configuration and computed. */
function plan(
  attributes: Attributes,
  given: { config: ObjectValue; prior?: ObjectValue; proposed?: ObjectValue },
) {
  const config = whole(attributes, given.config);
  const prior = given.prior === undefined ? null : whole(attributes, given.prior);
  const merged = Object.entries(attributes).map(([name, { parts }]) => {
    const mayMerge = !["required", "optional"].includes(parts.presence) && config[name] === null;
    return [name, (mayMerge ? prior?.[name] : config[name]) ?? null] as const;
  });
  return planChange(attributes, {
    prior,
    config,
    proposed: objectValue(given.proposed ? Object.entries(whole(attributes, given.proposed)) : merged),
  });
}

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

  it("leaves open what the service decides when something changes, but for what is kept", () => {
    expect(plan(attributes, { config: { name: "Name", mode: "slow" }, prior }).planned).toEqual(
      whole(attributes, { ...prior, mode: "slow", revision: unknown }),
    );
  });

  it("leaves open all that the service decides when there is nothing yet", () => {
    expect(plan(attributes, { config: { name: "Name" } }).planned).toEqual(
      whole(attributes, { id: unknown, revision: unknown, name: "Name", mode: "fast" }),
    );
  });

  it("keeps what is known of an unknown value", () => {
    const beginning = new Unknown(new Map([[2, "pre-"]]));
    expect(plan(attributes, { config: { name: beginning }, prior }).planned.name).toBe(beginning);
  });
});

describe("a default", () => {
  const attributes = {
    name: string().required(""),
    parts: nestedSet({
      label: string().required(""),
      size: number().default(1, ""),
      id: string().computed(""),
    }).optionalComputed(""),
    presets: nestedSet({ label: string().required(""), id: string().computed("") }).default(
      [{ label: "preset", id: null }],
      "",
    ),
  };
  const prior = {
    name: "n",
    parts: [{ label: "a", size: 5, id: "1" }],
    presets: [{ label: "preset", id: "2" }],
  };

  it("is not put into what the provider computed", () => {
    expect(plan(attributes, { config: { name: "n" }, prior }).planned.parts).toEqual([
      { label: "a", size: 5, id: "1" },
    ]);
  });

  it("is put where the user left it out", () => {
    const config = { name: "n", parts: [{ label: "a", size: null, id: null }] };
    expect(plan(attributes, { config }).planned.parts).toEqual([{ label: "a", size: 1, id: unknown }]);
  });

  it("shows nothing if what the provider decided within it is there", () => {
    expect(plan(attributes, { config: { name: "n" }, prior }).planned).toEqual(whole(attributes, prior));
  });

  it("leaves open what the provider decides within it when something changes", () => {
    expect(plan(attributes, { config: { name: "m" }, prior }).planned.presets).toEqual([
      { label: "preset", id: unknown },
    ]);
  });
});

describe("what is kept", () => {
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

  it("takes its own configuration, not that of one which says less", () => {
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

  it("is not asked for by what the service decides within a value", () => {
    const config = { name: "n", label: "new", place: [{ street: "s", id: null }] };
    expect(asked(config, { ...config, place: [{ street: "s", id: "1" }] })).toEqual([]);
  });

  it("is asked for by what the user changes within it", () => {
    expect(asked({ name: "n", place: [{ street: "t", id: null }] })).toEqual([[{ attribute: "place" }]]);
  });

  it("is not asked for when there is nothing to replace", () => {
    expect(plan(attributes, { config: { name: "n" } }).replace).toEqual([]);
  });
});

describe("planning", () => {
  const attributes = {
    id: string().computed("").keepsPrior(),
    revision: number().computed(""),
    name: word().required(""),
    mode: string().default("fast", ""),
    zone: string().optionalComputed(""),
    words: set(word()).optional(""),
  };
  const text = fc.constantFrom("a", "A", "b");
  const config = fc.record({
    name: text,
    mode: fc.option(text),
    zone: fc.option(text),
    words: fc.option(fc.uniqueArray(text)),
  });
  const prior = fc.option(
    fc.record({
      id: text,
      revision: fc.nat(3),
      name: text,
      mode: text,
      zone: text,
      words: fc.option(fc.uniqueArray(text)),
    }),
    { nil: undefined },
  );
  const type = objectType(attributes);

  it("a second time, when more is known, changes nothing that was known the first time", () => {
    const open = fc.subarray(["name", "mode", "zone", "words"]);
    fc.assert(
      fc.property(config, prior, open, (known, before, names) => {
        const given = before === undefined ? {} : { prior: before };
        const partly = Object.fromEntries(
          Object.entries(known).map(([name, value]) => [name, names.includes(name) ? unknown : value]),
        );
        const first = plan(attributes, { config: partly as ObjectValue, ...given }).planned;
        const second = plan(attributes, { config: known, ...given }).planned;
        const fixed = Object.keys(attributes).filter((name) => isWhollyKnown(first[name] ?? null));
        const only = (planned: ObjectValue) =>
          whole(attributes, Object.fromEntries(fixed.map((name) => [name, planned[name] as Value])));
        return identical(type, only(first), only(second));
      }),
    );
  });

  it("what was just applied shows nothing", () => {
    fc.assert(
      fc.property(config, prior, (known, before) => {
        const { planned } = plan(attributes, { config: known, ...(before && { prior: before }) });
        const applied = Object.fromEntries(
          Object.entries(planned).map(([name, value]) => [
            name,
            value instanceof Unknown ? (name === "revision" ? 9 : "decided") : value,
          ]),
        );
        return identical(
          type,
          plan(attributes, { config: known, prior: applied }).planned,
          whole(attributes, applied),
        );
      }),
    );
  });
});
