import { range } from "../../../src/provider/cost";
import { costOfChanges, type PlannedChange } from "../../../src/provider/managed/cost";
import { managedResources } from "../../../src/provider/resources";
import type { Kind } from "../../../src/service/kinds";
import { type ObjectValue, unknown } from "../../../src/terraform";

const group = { id: `CG${"0".repeat(32)}`, name: "Operators" };
const host = { id: `HT${"0".repeat(32)}`, host: "192.0.2.1", name: "mx", paused: false, tags: [] };
const contact = { contact: "ops@example.com", type: "email", schedule: "start_and_end", paused: false };
const subnet = {
  ...host,
  host: "192.0.2.0/31",
  members: [
    { id: host.id, host: "192.0.2.0" },
    { id: `${host.id.slice(0, -1)}1`, host: "192.0.2.1" },
  ],
};

/** The reads and writes of changes, each as before, after, and what else is planned. */
function requestsOf(
  kind: Kind,
  ...changes: readonly [ObjectValue | null, ObjectValue | null, Partial<PlannedChange>?][]
) {
  const planned = changes.map(([prior, plan, more]) => {
    const configured = () => "value" as const;
    return { prior, plan, configured, lost: 0, odd: 0, ...more };
  });
  // A list of two pages, and one page more for each ten objects.
  const pages = () => (further: number) => range(2, 2 + Math.ceil(further / 10));
  const { reads, writes } = costOfChanges(managedResources[`rblmonitor_${kind}`].object, planned, pages);
  return { reads: [reads.least, reads.most], writes: [writes.least, writes.most] };
}

it("A new name is one write.", () => {
  expect(requestsOf("contact_group", [group, { ...group, name: "Engineers" }])).toEqual({
    reads: [0, 0],
    writes: [1, 1],
  });
});

it("A new name that only the apply knows is one write.", () => {
  expect(requestsOf("contact_group", [group, { ...group, name: unknown }])).toMatchObject({
    writes: [1, 1],
  });
});

it("The first create reads the list, also of what a resource lacks.", () => {
  const { id, ...created } = group;
  expect(requestsOf("contact_group", [null, created], [null, created])).toEqual({
    reads: [2, 2],
    writes: [2, 2],
  });
  expect(requestsOf("host", [subnet, subnet, { lost: 1 }])).toMatchObject({ reads: [2, 2], writes: [1, 1] });
});

it("A new contact may be read once more, because it may be pending.", () => {
  const configured = () => "nothing" as const;
  expect(requestsOf("contact", [null, contact, { configured }])).toEqual({ reads: [2, 3], writes: [1, 1] });
});

it("A new contact with args is written twice.", () => {
  expect(requestsOf("contact", [null, contact])).toMatchObject({ writes: [2, 2] });
});

it("The first deletion is confirmed by a read.", () => {
  expect(requestsOf("contact_group", [group, null], [group, null])).toEqual({
    reads: [1, 1],
    writes: [2, 2],
  });
});

it("The first pause is confirmed by a read, and the first resume perhaps.", () => {
  const paused = { ...host, paused: true };
  expect(requestsOf("host", [host, paused], [host, paused])).toEqual({ reads: [1, 1], writes: [2, 2] });
  expect(requestsOf("host", [paused, host], [paused, host])).toEqual({ reads: [0, 1], writes: [2, 2] });
  expect(requestsOf("host", [paused, { ...paused, name: "mx1" }])).toEqual({ reads: [0, 0], writes: [1, 1] });
});

it("A pause that only the apply knows may be a write, and a read.", () => {
  expect(requestsOf("host", [host, { ...host, paused: unknown }])).toEqual({
    reads: [0, 1],
    writes: [0, 1],
  });
});

it("A subnet is written by its hosts, and perhaps those that differ.", () => {
  expect(requestsOf("host", [subnet, { ...subnet, name: "net" }])).toMatchObject({ writes: [2, 2] });
  expect(requestsOf("host", [subnet, subnet, { odd: 1 }])).toMatchObject({ writes: [1, 2] });
  expect(requestsOf("host", [subnet, null])).toMatchObject({ writes: [2, 2] });
});

it("A new host on a profile that exists reads the lists of profiles and sources, at most.", () => {
  const { id, ...created } = host;
  const profile = `RP${"0".repeat(32)}`;
  expect(requestsOf("host", [null, { ...created, profile }], [null, { ...created, profile }])).toMatchObject({
    reads: [2, 6],
  });
  // The process that creates the profile knows it, and a paused host is not looked at.
  expect(requestsOf("host", [null, { ...created, profile: unknown }])).toMatchObject({ reads: [2, 2] });
  expect(requestsOf("host", [null, { ...created, profile, paused: true }])).toMatchObject({ reads: [3, 3] });
});

it("A new subnet is one write, and a pause of each of its hosts; it may be read from the list.", () => {
  const { id, members, ...wide } = { ...subnet, host: "192.0.2.0/28" };
  expect(requestsOf("host", [null, wide])).toEqual({ reads: [2, 6], writes: [1, 1] });
  expect(requestsOf("host", [null, { ...wide, paused: true }])).toEqual({
    reads: [3, 7],
    writes: [2, 18],
  });
  expect(requestsOf("host", [null, { ...wide, host: "192.0.2.1" }])).toEqual({
    reads: [2, 2],
    writes: [1, 1],
  });
});

it("Each missing host of a subnet is created again, and paused if the subnet is.", () => {
  const paused = { ...subnet, paused: true };
  expect(requestsOf("host", [subnet, subnet, { lost: 3 }])).toMatchObject({ writes: [3, 3] });
  expect(requestsOf("host", [paused, paused, { lost: 3 }])).toMatchObject({ writes: [6, 6] });
});

it("A value that the service decides may need a read.", () => {
  const { id, ...created } = group;
  const decided = { configured: () => "nothing" as const };
  expect(requestsOf("contact_group", [null, { ...created, is_default: unknown }, decided])).toEqual({
    reads: [2, 3],
    writes: [1, 1],
  });
});

it("A cleared value is read back: from one object, or from several or their list.", () => {
  const tagged = { ...subnet, tags: ["a"] };
  expect(requestsOf("host", [{ ...host, tags: ["a"] }, host])).toEqual({ reads: [1, 1], writes: [1, 1] });
  expect(requestsOf("host", [tagged, { ...tagged, tags: [] }])).toEqual({ reads: [1, 3], writes: [2, 2] });
});

it("A profile whose frequency the account's plan may fix is perhaps read back.", () => {
  const profile = { id: `RP${"0".repeat(32)}`, name: "Hourly", frequency: "1_hour", entries: null };
  expect(requestsOf("monitoring_profile", [profile, { ...profile, name: "Daily" }])).toEqual({
    reads: [0, 1],
    writes: [1, 1],
  });
});

it("A resource that neither exists nor is planned costs nothing.", () => {
  expect(requestsOf("contact_group", [null, null])).toMatchObject({ writes: [0, 0] });
});

it("A new code is one write; with a new destination, a read shows whether the service needs it.", () => {
  const id = `CO${"0".repeat(32)}`;
  const before = { ...contact, id, confirmation_code_wo_version: 1, confirmed_code_version: 1 };
  const after = { ...before, confirmation_code_wo_version: 2, confirmed_code_version: unknown };
  expect(requestsOf("contact", [before, after])).toEqual({ reads: [0, 0], writes: [1, 1] });
  expect(requestsOf("contact", [before, { ...after, contact: "new@example.com" }])).toEqual({
    reads: [1, 1],
    writes: [1, 2],
  });
});

it("A new subnet of two addresses may be read from the list, and a changed host reads no list of profiles.", () => {
  const { id, members, ...two } = subnet;
  expect(requestsOf("host", [null, two])).toEqual({ reads: [2, 5], writes: [1, 1] });
  const known = { ...host, profile: `RP${"0".repeat(32)}` };
  expect(requestsOf("host", [known, { ...known, name: "new" }])).toEqual({ reads: [0, 0], writes: [1, 1] });
});
