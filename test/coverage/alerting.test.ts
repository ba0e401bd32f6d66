import { contactState } from "../../src/coverage/alerting";
import type { Reason } from "../../src/coverage/watching";
import { groupText, reasonText } from "../../src/coverage/words";
import { covered, sid } from "./accounts";

const [day, night] = [sid("CG", "1"), sid("CG", "2")];
const groups = [
  { id: day, name: "Day" },
  { id: night, name: "Night" },
];
const contact = (digit: string, status: string, ...contact_group: string[]) => ({
  id: sid("CO", digit),
  status,
  contact_group,
});
const host = (...contact_group: string[]) => ({ id: sid("HT", "1"), host: "192.0.2.1", contact_group });

it.each([
  ["active", "active"],
  ["Paused by user", "paused"],
  ["Pending", "pending"],
  ["bouncing", "unknown"],
  [undefined, "unknown"],
])("a contact with the status %p counts as %s", (status, state) => {
  expect(contactState(status === undefined ? {} : { status })).toBe(state);
});

it.each([
  ["no contact", "no", []],
  ["1 contact paused", "no", [contact("1", "paused", day)]],
  ["1 contact pending, 1 contact paused", "no", [contact("1", "pending", day), contact("2", "paused", day)]],
  ["1 contact with an unknown status", "unknown", [contact("1", "bouncing", day)]],
  ["1 contact active", "yes", [contact("1", "active", day)]],
])("a group with %s: whether it reaches someone is %s", (text, reaches, contact_) => {
  const group = covered({ contact_group: groups, contact: contact_ }).groups.get(day);
  expect(group?.reaches).toBe(reaches);
  expect(group && groupText(group)).toBe(text);
});

it("alerts about an object reach someone if one of its groups does", () => {
  const contacts = [contact("1", "paused", day), contact("2", "active", night)];
  const reach = (...ids: string[]) =>
    covered({ contact_group: groups, contact: contacts, host: [host(...ids)] }).objects[0]?.reaches;
  expect([reach(day), reach(night), reach(day, night), reach()]).toEqual(["no", "yes", "yes", "no"]);
});

it("a group is not called unreachable while contacts are unknown", () => {
  const account = { contact_group: groups, host: [host(day)] };
  expect(covered(account, false).objects[0]?.reaches).toBe("unknown");
});

it.each([
  ["active", "unknown"],
  ["bouncing", "unknown"],
  ["pending", "no"],
  ["paused", "no"],
])("a contact with the status %s whose groups are unknown may be in any group: %s", (status, reaches) => {
  const stray = { id: sid("CO", "1"), status };
  const { groups: covering } = covered({ contact_group: groups, contact: [stray] });
  expect([...covering.values()].filter(({ name }) => name !== null)).toMatchObject([
    { id: day, name: "Day", reaches },
    { id: night, name: "Night", reaches },
  ]);
});

it.each<[Reason, string, string]>([
  ["paused", "mx.example.com", "paused"],
  ["no_sources", "mx.example.com", 'the monitoring profile "A" selects no sources'],
  ["paused_sources", "mx.example.com", 'all sources of the monitoring profile "A" are paused'],
  [
    "no_source_of_type",
    "192.0.2.1",
    'the monitoring profile "A" has no active source for IPv4 addresses (`rbl`)',
  ],
  [
    "no_source_of_type",
    "2001:db8::1",
    'the monitoring profile "A" has no active source for IPv6 addresses (`rbl_v6`)',
  ],
  [
    "no_source_of_type",
    "mx.example.com",
    'the monitoring profile "A" has no active source for domain names (`uribl`)',
  ],
  [
    "no_source_of_type",
    sid("HT", "1"),
    'the monitoring profile "A" has no active source for IPv4 addresses (`rbl`)',
  ],
  ["no_alerts", "mx.example.com", 'all alerts of the certificate profile "A" are off'],
])("the reason %s of %s names the profile and the type of the address", (reason, key, text) => {
  expect(reasonText({ key, watch: { watched: "no", reason } }, '"A"')).toBe(text);
});
