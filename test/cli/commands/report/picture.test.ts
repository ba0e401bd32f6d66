import fc from "fast-check";
import type { Structure } from "../../../../src/cli/commands/report/facts/structure";
import { type Diagram, diagramOf, maxNodes } from "../../../../src/cli/commands/report/output/diagram";
import { layoutOf, partsOf, picture } from "../../../../src/cli/commands/report/output/picture";

const nothing: Structure = {
  watches: [],
  memberships: [],
  profiles: [],
  contact_groups: [],
  contacts: [],
  names: {},
};
const profiles = [{ id: "p", kind: "monitoring_profile" as const, count: 3 }];

/** Any account, in which some names may be missing and some references lead nowhere. */
const structures: fc.Arbitrary<Structure> = fc
  .record({ profiles: fc.nat(20), groups: fc.nat(20), contacts: fc.nat(20) })
  .chain(({ profiles, groups, contacts }) =>
    fc.record({
      watches: fc.uniqueArray(
        fc.record({
          kind: fc.constantFrom("host" as const, "certificate_monitor" as const),
          profile: fc.option(fc.nat(profiles).map((number) => `p${number}`)),
          contact_group: fc.option(fc.nat(groups).map((number) => `g${number}`)),
          count: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 100_000 })),
        }),
        { selector: ({ kind, profile, contact_group }) => `${kind} ${profile} ${contact_group}` },
      ),
      memberships: fc.uniqueArray(
        fc.record({
          contact_group: fc.nat(groups).map((number) => `g${number}`),
          contact: fc.nat(Math.max(0, contacts - 1)).map((number) => `c${number}`),
        }),
        { selector: (membership) => JSON.stringify(membership) },
      ),
      profiles: fc.constant(
        [...Array(profiles + 1).keys()].map((number) => ({
          ...{ id: `p${number}`, kind: "monitoring_profile" as const, count: number },
        })),
      ),
      contact_groups: fc.array(fc.boolean(), { minLength: groups, maxLength: groups }).map((groups) =>
        groups.map((unreachable, number) => ({
          ...{ id: `g${number}`, unreachable, reaches: unreachable ? ("no" as const) : ("yes" as const) },
          unreached: unreachable ? { hosts: number, certificate_monitors: 0 } : null,
        })),
      ),
      contacts: fc.constant(
        [...Array(Math.max(1, contacts)).keys()].map((number) => ({
          ...{ id: `c${number}`, type: ["email", "sms", null][number % 3] ?? null },
          inactive: number % 4 === 0 ? ("paused" as const) : null,
        })),
      ),
      names: fc.constant({}),
    }),
  );

/** A bar or band without the places that its layout has found is a mistake. */
function placed(place: number | undefined): number {
  return place ?? Number.NaN;
}

/** Runs an assertion on the layouts of any account. */
function onAnyLayout(check: (layout: ReturnType<typeof layoutOf>) => void): void {
  fc.assert(
    fc.property(structures, (structure) => {
      const diagram = diagramOf(structure);
      for (const each of diagram === undefined ? [] : [diagram, ...partsOf(diagram)])
        check(layoutOf(each, 880));
    }),
  );
}

describe("the picture of an account", () => {
  it("is left out if nothing is connected", () => {
    expect(diagramOf({ ...nothing, contacts: [{ id: "c", type: "email", inactive: null }] })).toBeUndefined();
  });

  it("has few things in each column, and all that there is flows through them", () => {
    fc.assert(
      fc.property(structures, (structure) => {
        const diagram = diagramOf(structure);
        if (diagram === undefined) return;
        for (const { title, nodes } of diagram.columns)
          expect(nodes.length).toBeLessThanOrEqual(title === "Contacts" ? 15 : maxNodes);
        const sum = (flows: Diagram["flows"]) => flows.reduce((total, { count }) => total + count, 0);
        expect(sum(diagram.flows.filter(({ noun }) => noun !== "contact"))).toBe(
          structure.watches.reduce((total, { count }) => total + count, 0),
        );
        expect(sum(diagram.flows.filter(({ noun }) => noun === "contact"))).toBe(
          structure.memberships.length,
        );
      }),
    );
  });

  it("has its columns side by side, and every bar in the one that it belongs to", () => {
    onAnyLayout(({ columns }) => {
      for (const [index, { nodes }] of columns.entries())
        for (const { x0 } of nodes as readonly { x0?: number }[])
          expect(x0).toBeCloseTo((index * 870) / (columns.length - 1), 6);
    });
  });

  it("has everything within it, and room for the text of each bar", () => {
    onAnyLayout(({ columns, height }) => {
      for (const { nodes } of columns) {
        const bars = (nodes as readonly { y0?: number; y1?: number }[])
          .map(({ y0, y1 }) => ({ top: placed(y0), bottom: placed(y1) }))
          .sort((a, b) => a.top - b.top);
        for (const [index, { top, bottom }] of bars.entries()) {
          expect(top).toBeGreaterThanOrEqual(-1e-6);
          expect(bottom).toBeLessThanOrEqual(height + 1e-6);
          // Two lines of text need that much.
          const before = bars[index - 1];
          if (before !== undefined) expect(top - before.bottom).toBeGreaterThanOrEqual(36 - 1e-6);
        }
      }
    });
  });

  it("has flows that begin and end at the bars that they connect, side by side", () => {
    onAnyLayout(({ bands }) => {
      const taken = new Map<unknown, number>();
      for (const { source, target, y0, y1, width } of bands)
        for (const [bar, middle, side] of [
          [source, y0, "right"],
          [target, y1, "left"],
        ] as const) {
          const { y0: top, y1: bottom } = bar as { y0?: number; y1?: number };
          expect(placed(middle) - placed(width) / 2).toBeGreaterThanOrEqual(placed(top) - 1e-6);
          expect(placed(middle) + placed(width) / 2).toBeLessThanOrEqual(placed(bottom) + 1e-6);
          const key = `${side} ${placed((bar as { index?: number }).index)}`;
          taken.set(key, (taken.get(key) ?? 0) + placed(width));
          expect(taken.get(key)).toBeLessThanOrEqual(placed(bottom) - placed(top) + 1e-6);
        }
    });
  });

  it("has flows as thick as their numbers", () => {
    onAnyLayout(({ bands }) => {
      for (const isOfContacts of [true, false]) {
        const [first, ...others] = bands.filter(({ noun }) => (noun === "contact") === isOfContacts);
        if (first === undefined) continue;
        const unit = placed(first.width) / first.count;
        for (const { width, count } of others) expect(placed(width) / count / unit).toBeCloseTo(1, 6);
      }
    });
  });

  it("never hides a group that is notified and reaches no one behind larger ones", () => {
    const groups = [...Array(30).keys()].map((number) => ({
      ...{
        id: `g${number}`,
        unreachable: number === 29,
        reaches: number === 29 ? ("no" as const) : ("yes" as const),
      },
      unreached: number === 29 ? { hosts: 971, certificate_monitors: 0 } : null,
    }));
    const watches = groups.map(({ id }, number) => ({
      ...{ kind: "host" as const, profile: "p", contact_group: id, count: 1_000 - number },
    }));
    const diagram = diagramOf({ ...nothing, profiles, watches, contact_groups: groups });
    expect(diagram?.columns[1]?.nodes.find(({ title }) => title === "g29")).toMatchObject({
      tone: "action",
      details: ["reaches no one", "971 hosts"],
    });
  });

  const contactsOf = (count: number) => {
    const contacts = [...Array(count).keys()].map((number) => ({
      ...{ id: `c${number}`, type: number < count - 2 ? "email" : "sms" },
      inactive: number < 2 ? ("pending" as const) : null,
    }));
    const memberships = contacts.map(({ id }) => ({ contact: id, contact_group: "g" }));
    return diagramOf({ ...nothing, contacts, memberships })?.columns.at(-1)?.nodes;
  };

  it("shows up to fifteen contacts by name", () => {
    expect(
      contactsOf(15)
        ?.map(({ title }) => title)
        .sort(),
    ).toEqual([...Array(15).keys()].map((number) => `c${number}`).sort());
  });

  it("shows more contacts by type", () => {
    expect(contactsOf(16)?.map(({ title, details }) => [title, details])).toEqual([
      ["14 email contacts", ["2 pending or paused"]],
      ["2 sms contacts", []],
    ]);
  });

  it("draws what leads to a group without an active contact in the colour of a problem", () => {
    const structure = {
      ...nothing,
      profiles,
      watches: [{ kind: "host" as const, profile: "p", contact_group: "g", count: 3 }],
      contact_groups: [
        {
          id: "g",
          unreachable: true,
          reaches: "no" as const,
          unreached: { hosts: 3, certificate_monitors: 0 },
        },
      ],
    };
    const { text } = picture(diagramOf(structure) as Diagram);
    expect(text).toMatch(/<path class="flow action"[^>]*><title>p → g: 3 hosts</);
    expect(text).not.toContain('<path class="flow hosts"');
  });

  /** The label of a group that one host and three certificates notify. */
  const labelOf = (
    unreached: { hosts: number; certificate_monitors: number } | null,
    reaches: "yes" | "no" | "unknown" = "no",
  ) => {
    const ends = { profile: "p", contact_group: "g" };
    const diagram = diagramOf({
      ...nothing,
      profiles,
      watches: [
        { ...ends, kind: "host", count: 1 },
        { ...ends, kind: "certificate_monitor", count: 3 },
      ],
      contact_groups: [{ id: "g", unreachable: unreached !== null, reaches, unreached }],
      memberships: [{ contact_group: "g", contact: "c" }],
      contacts: [{ id: "c", type: "email", inactive: null }],
    });
    const labels = picture(diagram as Diagram).text.matchAll(
      /<title>g, [^<]*<\/title>[\s\S]*?<text class="detail[^>]*>([^<]*)</g,
    );
    return [...labels].map(([, label]) => label);
  };

  it.each([
    [
      "all its certificates",
      { hosts: 0, certificate_monitors: 3 },
      "reaches no one · 3 objects",
      "reaches no one",
    ],
    ["its host", { hosts: 1, certificate_monitors: 0 }, "reaches no one · 1 host", "reaches no one"],
    [
      "all its objects",
      { hosts: 1, certificate_monitors: 3 },
      "reaches no one · 4 objects",
      "reaches no one",
    ],
    ["none of its objects", { hosts: 0, certificate_monitors: 0 }, "no active contact", "no active contact"],
  ])(
    "names a group that loses the alerts about %s, with their whole number or none",
    (_, unreached, broad, narrow) => {
      expect(labelOf(unreached)).toEqual([broad, narrow, narrow]);
    },
  );

  it("does not say of a group with contacts of unknown status that it reaches no one", () => {
    const may = "may reach no one";
    expect(labelOf({ hosts: 1, certificate_monitors: 0 }, "unknown")).toEqual([`${may} · 1 host`, may, may]);
    const none = { hosts: 0, certificate_monitors: 0 };
    expect(labelOf(none, "unknown")).toEqual([
      "status unknown · 4 objects",
      "status unknown",
      "status unknown",
    ]);
  });

  it("counts the groups that reach no one, and those that may, where it combines them", () => {
    const watch = { kind: "host" as const, profile: "p", count: 1 };
    const lost = { unreachable: true, unreached: { hosts: 1, certificate_monitors: 0 } };
    const groups = [...Array(20).keys()].map((number) => `g${number}`);
    const diagram = diagramOf({
      ...nothing,
      profiles,
      watches: groups.map((contact_group) => ({ ...watch, contact_group })),
      contact_groups: groups.map((id, index) => ({
        id,
        ...lost,
        reaches: index % 2 === 0 ? "no" : "unknown",
      })),
    });
    expect(diagram?.columns[1]?.nodes.at(-1)).toMatchObject({
      title: "12 more groups",
      details: ["2 reach no one", "10 may reach no one", "12 hosts"],
    });
  });

  it("counts hosts and certificates together where only one number fits", () => {
    expect(labelOf(null, "yes")).toEqual(["1 host · 3 certificates", "4 objects", "4 objects"]);
  });

  it("combines what has no connection", () => {
    const idle = ["a", "b", "c"].map((id) => ({ id, kind: "monitoring_profile" as const, count: 0 }));
    const watches = [{ kind: "host" as const, profile: "p", contact_group: "g", count: 3 }];
    const diagram = diagramOf({ ...nothing, profiles: [...idle, ...profiles], watches });
    expect(diagram?.columns[0]?.nodes.map(({ title, details }) => [title, details])).toEqual([
      ["p", ["3 hosts"]],
      ["3 more profiles", ["not used"]],
    ]);
  });
});
