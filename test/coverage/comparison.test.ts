import { lossesBetween } from "../../src/coverage/comparison";
import { totalsOf } from "../../src/coverage/coverage";
import type { ServiceObject } from "../../src/service/responses";
import { covered, sid } from "./accounts";

const [day, night, profile, host] = [sid("CG", "1"), sid("CG", "2"), sid("RP", "1"), sid("HT", "1")];
const ann = { id: sid("CO", "1"), status: "active", contact_group: [day] };

interface Parts {
  readonly hosts?: readonly Partial<ServiceObject<"host">>[];
  readonly contacts?: readonly ServiceObject<"contact">[];
  readonly sources?: readonly string[];
  readonly frequency?: string;
  readonly isWhole?: boolean;
}

/** An account with a host that one source checks, and that alerts one contact. */
function account({
  hosts = [{}],
  contacts = [ann],
  sources = ["1"],
  frequency = "1_hour",
  isWhole,
}: Parts = {}) {
  const ids = sources.map((digit) => sid("RB", digit));
  return covered(
    {
      host: hosts.map((more) => {
        return { id: host, host: "192.0.2.1", profile, status: "active", contact_group: [day], ...more };
      }),
      monitoring_profile: [{ id: profile, frequency, entries: ids }],
      source: ids.map((id) => ({ id, type: "rbl", status: "active" })),
      contact: contacts,
      contact_group: [day, night].map((id) => ({ id })),
    },
    isWhole,
  );
}

/** What becomes worse, by the ids of the objects and groups. */
function losses(before: Parts, after: Parts, replaced: Readonly<Record<string, string>> = {}) {
  const found = lossesBetween(account(before), account(after), new Map(Object.entries(replaced)));
  return {
    unwatched: found.unwatched.map((pair) => pair.after.id),
    weaker: found.weaker.map(({ weaknesses }) => weaknesses.join()),
    unreached: found.unreached.map((pair) => pair.after.id),
    groups: found.groups.map(({ id, isUsed }) => `${id === day ? "day" : "night"} ${isUsed}`),
  };
}

const none = { unwatched: [], weaker: [], unreached: [], groups: [] };
const paused = { ...ann, status: "paused" };
const unclear = { ...ann, status: "bouncing" };
const awaited = { ...ann, id: "rblmonitor_contact.ann", status: "pending" };
const fresh = { id: "rblmonitor_host.new", host: "192.0.2.9" };

it.each<[string, Parts, Parts, object]>([
  ["nothing changes", {}, {}, {}],
  ["a host is paused", {}, { hosts: [{ status: "paused" }] }, { unwatched: [host] }],
  ["a host was paused before", { hosts: [{ status: "paused" }] }, { hosts: [{ status: "paused" }] }, {}],
  ["a new host is declared as paused", {}, { hosts: [{}, { ...fresh, status: "paused" }] }, {}],
  [
    "a new host has no source of its type",
    {},
    { hosts: [{}, { ...fresh, host: "2001:db8::1" }] },
    { unwatched: [fresh.id] },
  ],
  ["a host is destroyed", {}, { hosts: [] }, {}],
  [
    "a host is checked less often",
    {},
    { frequency: "24_hours" },
    { weaker: ["checked with the frequency 24_hours instead of 1_hour"] },
  ],
  ["a host is checked more often", { frequency: "24_hours" }, {}, {}],
  ["a frequency is unknown", { frequency: "hourly" }, {}, {}],
  [
    "a host is paused and checked less often",
    {},
    { hosts: [{ status: "paused" }], frequency: "24_hours" },
    { unwatched: [host] },
  ],
  ["fewer sources check a host", { sources: ["1", "2"] }, {}, { weaker: ["by 1 source instead of 2"] }],
  ["more sources check a host", {}, { sources: ["1", "2"] }, {}],
  ["the only contact is paused", {}, { contacts: [paused] }, { unreached: [host] }],
  ["no one was reached before", { contacts: [] }, { contacts: [paused] }, {}],
  ["the only contact gets an unknown status", {}, { contacts: [unclear] }, { unreached: [host] }],
  ["it is not known before either", { contacts: [unclear] }, { contacts: [unclear] }, {}],
  ["other contacts are not known", {}, { contacts: [], isWhole: false }, {}],
  ["a new host waits for a new contact", { hosts: [], contacts: [] }, { contacts: [awaited] }, {}],
  ["a host that exists waits for a new contact", {}, { contacts: [awaited] }, { unreached: [host] }],
  [
    "a new host has a group with a new contact that is paused",
    { hosts: [], contacts: [] },
    { contacts: [{ ...awaited, status: "paused" }] },
    { unreached: [host] },
  ],
  [
    "a new host has a group without a contact",
    { hosts: [], contacts: [] },
    { contacts: [] },
    { unreached: [host] },
  ],
  [
    "a group loses its contact, and each host has another one",
    { hosts: [{ contact_group: [day, night] }], contacts: [{ ...ann, contact_group: [day, night] }] },
    { hosts: [{ contact_group: [day, night] }], contacts: [{ ...ann, contact_group: [night] }] },
    { groups: ["day true"] },
  ],
  [
    "a group that no host uses loses its contact",
    { hosts: [] },
    { hosts: [], contacts: [] },
    { groups: ["day false"] },
  ],
  ["a group never reached anyone", { hosts: [], contacts: [] }, { hosts: [], contacts: [paused] }, {}],
])("what becomes worse if %s", (_, before, after, expected) => {
  expect(losses(before, after)).toEqual({ ...none, ...expected });
});

it("a replaced object, and a new one with the same address, are compared with the one before", () => {
  const worse = { hosts: [{ id: "rblmonitor_host.mx", status: "paused" }] };
  expect(losses({}, worse).unwatched).toEqual(["rblmonitor_host.mx"]);
  const elsewhere = { hosts: [{ id: "rblmonitor_host.mx", host: "192.0.2.2", status: "paused" }] };
  expect(losses({}, elsewhere).unwatched).toEqual([]);
  expect(losses({}, elsewhere, { "rblmonitor_host.mx": host }).unwatched).toEqual(["rblmonitor_host.mx"]);
});

it("an object in the place of one with another address is as new as others", () => {
  const elsewhere = (more: object) => ({
    hosts: [{ id: fresh.id, host: "192.0.2.2", ...more }],
    sources: [],
  });
  const lost = (before: Parts, after: Parts) => losses(before, after, { [fresh.id]: host }).unwatched;
  expect(lost({ sources: [] }, elsewhere({}))).toEqual([fresh.id]);
  expect(lost({ hosts: [{ status: "paused" }] }, elsewhere({ status: "paused" }))).toEqual([]);
  const silent = { hosts: [{ id: fresh.id, host: "192.0.2.2", contact_group: [night] }] };
  expect(losses({ contacts: [] }, silent, { [fresh.id]: host }).unreached).toEqual([fresh.id]);
});

it("an address that goes to another object is compared with itself", () => {
  const other = sid("HT", "2");
  const before = { hosts: [{}, { id: other, host: "192.0.2.2", status: "paused" }] };
  const after = { hosts: [{ id: fresh.id, host: "192.0.2.1", status: "paused" }] };
  expect(losses(before, after, { [fresh.id]: other }).unwatched).toEqual([fresh.id]);
});

it("a certificate monitor is compared with that of its own protocol", () => {
  const monitor = (id: string, protocol: string, status: string) => {
    return { id, hostname: "mail.example.com", protocol, status, profile: sid("CP", "1") };
  };
  const accountOf = (...monitors: ReturnType<typeof monitor>[]) =>
    covered({
      certificate_monitor: monitors,
      certificate_profile: [{ id: sid("CP", "1"), alert_on_changes: true }],
    });
  const before = accountOf(monitor("CM1", "https", "active"), monitor("CM2", "smtps", "paused"));
  const pausedOf = (protocol: string) =>
    lossesBetween(before, accountOf(monitor("new", protocol, "paused")), new Map()).unwatched.length;
  expect([pausedOf("https"), pausedOf("smtps")]).toEqual([1, 0]);
});

it.each([
  ["pauses the hosts at its addresses", ["1"], "active", "192.0.2.8/31", "paused", true],
  ["leaves them paused", ["1"], "paused", "192.0.2.8/31", "paused", false],
  ["adds addresses that nothing checks", [], "active", "192.0.2.8/30", "active", true],
  ["has hosts that nothing checked", [], "active", "192.0.2.8/31", "active", false],
])("a new subnet %s", (_, sources, was, subnet, status, isWorse) => {
  const hosts = ["8", "9"].map((n) => ({ id: sid("HT", n), host: `192.0.2.${n}`, status: was }));
  const after = { hosts: [{ ...fresh, host: subnet, status }], sources: [] };
  expect(losses({ hosts, sources }, after).unwatched).toEqual(isWorse ? [fresh.id] : []);
});

it.each<[string, object, object, readonly string[]]>([
  [
    "later",
    { days: [30, 7] },
    { days: [7] },
    ["the first alert comes 7 days before the expiration instead of 30"],
  ],
  [
    "a day before",
    { days: [30] },
    { days: [1] },
    ["the first alert comes 1 day before the expiration instead of 30"],
  ],
  [
    "on the day itself",
    { days: [1] },
    { days: [0] },
    ["the first alert comes 0 days before the expiration instead of 1"],
  ],
  [
    "on the day itself, and it is not known when before",
    { expiration_thresholds: undefined },
    { days: [0] },
    [],
  ],
  ["earlier", { days: [7] }, { days: [30, 7] }, []],
  ["not at all", { days: [30] }, { days: [] }, ["without alert_on_expiration"]],
  ["with fewer alerts", {}, { alert_on_changes: false }, ["without alert_on_changes"]],
])("a certificate is watched less if its alerts come %s", (_, before, after, expected) => {
  const certificates = ({ days = [30], ...more }: { readonly days?: readonly number[] }) =>
    covered({
      certificate_monitor: [{ id: sid("CM", "1"), hostname: "a.example.com", profile: sid("CP", "1") }],
      certificate_profile: [
        {
          id: sid("CP", "1"),
          ...{ alert_on_expiration: true, alert_on_changes: true, expiration_thresholds: [...days] },
          ...more,
        },
      ],
    });
  const { weaker } = lossesBetween(certificates(before), certificates(after), new Map());
  expect(weaker.flatMap(({ weaknesses }) => weaknesses)).toEqual(expected);
});

it("a profile is compared in the place of its users only where these are not known, and no known host uses it", () => {
  const rarer = { frequency: "24_hours" };
  const count = (before: Parts, after: Parts) => losses(before, after).weaker.length;
  expect(count({ hosts: [] }, { hosts: [], ...rarer })).toBe(0);
  expect(count({ hosts: [], isWhole: false }, { hosts: [], isWhole: false, ...rarer })).toBe(1);
  expect(count({ isWhole: false }, { isWhole: false, ...rarer })).toBe(1);
});

it("totals count each answer, and a subnet as its addresses", () => {
  const subnet = { id: sid("HT", "2"), host: "192.0.2.8/31" };
  const members = ["3", "4"].map((digit) => ({
    id: sid("HT", digit),
    host: `192.0.2.1${digit}`,
    parent: subnet.id,
  }));
  const hosts = [
    {},
    subnet,
    ...members,
    { id: sid("HT", "5"), host: "2001:db8::1", contact_group: [night] },
    { id: sid("HT", "6"), host: "192.0.2.6", profile: sid("RP", "9"), contact_group: [sid("CG", "9")] },
  ];
  const totalsByKind = totalsOf(account({ hosts, isWhole: false }));
  const { host: totals, contact_group: groups, certificate_monitor: monitors } = totalsByKind;
  expect(totals).toEqual({ watched: { yes: 3, no: 1, unknown: 1 }, reaches: { yes: 3, no: 0, unknown: 2 } });
  expect(groups.reaches).toEqual({ yes: 1, no: 0, unknown: 2 });
  const zero = { yes: 0, no: 0, unknown: 0 };
  expect(monitors).toEqual({ watched: zero, reaches: zero });
  expect(totalsOf(account({ hosts })).contact_group.reaches).toMatchObject({ yes: 1, no: 2 });
});

it("an object is known by its address in normal form, or else by its SID", () => {
  const ids = ["1", "2", "3", "4"].map((digit) => sid(Number(digit) < 3 ? "HT" : "CM", digit));
  const [named = "", bare = "", monitor = "", unnamed = ""] = ids;
  const { objects } = covered({
    host: [{ id: named, host: "MX.example.com.", name: "Mail" }, { id: bare }],
    certificate_monitor: [{ id: monitor, hostname: "WWW.example.com" }, { id: unnamed }],
  });
  expect(objects.map(({ key, name }) => [key, name])).toEqual([
    ["mx.example.com", "Mail"],
    [bare, null],
    ["www.example.com", null],
    [unnamed, null],
  ]);
});
