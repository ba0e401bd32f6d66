import fc from "fast-check";
import { pictureOf } from "../../../../src/cli/commands/report/output/picture";
import { type Layout, layoutOf } from "../../../../src/cli/commands/report/output/picture/layout";
import { mostNodes } from "../../../../src/cli/commands/report/output/picture/model";
import type { Structure } from "../../../../src/cli/commands/report/report";

const nothing: Structure = {
  ...{ watches: [], memberships: [], profiles: [], contact_groups: [], contacts: [], names: {} },
};

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
      contact_groups: fc
        .array(fc.boolean(), { minLength: groups, maxLength: groups })
        .map((groups) => groups.map((unreachable, number) => ({ id: `g${number}`, unreachable }))),
      contacts: fc.constant(
        [...Array(Math.max(1, contacts)).keys()].map((number) => ({
          ...{ id: `c${number}`, type: ["email", "sms", null][number % 3] ?? null },
          inactive: number % 4 === 0 ? ("paused" as const) : null,
        })),
      ),
      names: fc.constant({}),
    }),
  );

function laidOut(structure: Structure): Layout | undefined {
  const picture = pictureOf(structure);
  return picture && layoutOf(picture.columns, picture.flows, 880);
}

describe("the picture of an account", () => {
  it("is left out if nothing is connected", () => {
    expect(pictureOf({ ...nothing, contacts: [{ id: "c", type: "email", inactive: null }] })).toBeUndefined();
  });

  it("has few things in each column, and all that there is flows through them", () => {
    fc.assert(
      fc.property(structures, (structure) => {
        const picture = pictureOf(structure);
        if (picture === undefined) return;
        const [profiles, groups, contacts] = picture.columns.map(({ nodes }) => nodes.length);
        expect(Math.max(profiles ?? 0, groups ?? 0)).toBeLessThanOrEqual(mostNodes);
        expect(contacts).toBeLessThanOrEqual(15);
        const [notified, reported] = picture.flows.map((flows) =>
          flows.reduce((sum, { weight }) => sum + weight, 0),
        );
        expect(notified).toBe(structure.watches.reduce((sum, { count }) => sum + count, 0));
        expect(reported).toBe(structure.memberships.length);
      }),
    );
  });

  it("has everything within it, and room for the text of each bar", () => {
    fc.assert(
      fc.property(structures, (structure) => {
        const layout = laidOut(structure);
        if (layout === undefined) return;
        for (const { nodes } of layout.columns) {
          for (const [index, { y, height }] of nodes.entries()) {
            const before = nodes[index - 1];
            const middle = y + height / 2;
            // Two lines of text need that much.
            const distance = before === undefined ? middle - 20 : middle - (before.y + before.height / 2);
            expect(distance).toBeGreaterThanOrEqual(before === undefined ? 19 : 38);
            expect(y).toBeGreaterThan(before === undefined ? 20 : before.y + before.height);
            expect(y + height).toBeLessThanOrEqual(layout.height);
          }
        }
      }),
    );
  });

  it("has flows that begin and end at the bars that they connect, side by side", () => {
    fc.assert(
      fc.property(structures, (structure) => {
        const layout = laidOut(structure);
        if (layout === undefined) return;
        const bars = new Map(
          layout.columns.flatMap(({ nodes }) => nodes.map((node) => [node.node.key, node] as const)),
        );
        for (const end of ["from", "to"] as const) {
          for (const placed of layout.flows) {
            const bar = bars.get(placed.flow[end]);
            expect(placed[end].y).toBeGreaterThanOrEqual((bar?.y ?? Number.NaN) - 1e-6);
            expect(placed[end].y + placed.thickness).toBeLessThanOrEqual(
              (bar?.y ?? Number.NaN) + (bar?.height ?? 0) + 1e-6,
            );
          }
        }
      }),
    );
  });

  it("has flows as thick as their numbers", () => {
    fc.assert(
      fc.property(structures, (structure) => {
        const layout = laidOut(structure);
        const half = (side: "left" | "right") =>
          (layout?.flows ?? []).filter(({ from }) => (from.x < 200 ? "left" : "right") === side);
        for (const flows of [half("left"), half("right")]) {
          const [first] = flows;
          if (first === undefined) continue;
          for (const { flow, thickness } of flows)
            expect(thickness / flow.weight).toBeCloseTo(first.thickness / first.flow.weight, 9);
        }
      }),
    );
  });

  it("never hides a group that is notified and reaches no one behind larger ones", () => {
    const groups = [...Array(30).keys()].map((number) => ({ id: `g${number}`, unreachable: number === 29 }));
    const watches = groups.map(({ id }, number) => ({
      ...{ kind: "host" as const, profile: "p", contact_group: id, count: 1_000 - number },
    }));
    const picture = pictureOf({ ...nothing, watches, contact_groups: groups });
    expect(picture?.columns[1].nodes.find(({ key }) => key === "g29")).toMatchObject({
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
    return pictureOf({ ...nothing, contacts, memberships })?.columns[2].nodes;
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
    const watches = [{ kind: "host" as const, profile: "p", contact_group: "g", count: 3 }];
    const picture = pictureOf({ ...nothing, watches, contact_groups: [{ id: "g", unreachable: true }] });
    expect(picture?.flows[0].map(({ tone }) => tone)).toEqual(["action"]);
  });
});
