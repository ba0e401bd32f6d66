import { noFacts, queryAccount } from "../../../../src/cli/commands/review/facts";
import type { Review } from "../../../../src/cli/commands/review/review";
import { Account } from "../../../../src/provider/account";
import { alertFlags } from "../../../../src/service/fields";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/driven/account";
import { reference, resource } from "../../../acceptance/resource-block";
import { reviewAsking } from "./reviewed";

let account: TestAccount;
beforeEach(async () => {
  account = await openAccount();
});
afterEach(closeAccounts);

const idOf = (address: string) => reference(`rblmonitor_${address}.id`);
const source = (name: string, more: object = {}) =>
  resource("source", name, { host: `${name}.example.net`, type: "rbl", ...more });
const profile = (sources: readonly string[], more: object = {}) =>
  resource("monitoring_profile", "mail", {
    name: "Mail",
    frequency: "1_hour",
    entries: sources.map((name) => idOf(`source.${name}`)),
    ...more,
  });
const group = (name: string) => resource("contact_group", name, { name });
const contact = (name: string, groups: readonly string[], more: object = {}) =>
  resource("contact", name, {
    contact: `${name}@example.com`,
    type: "email",
    contact_groups: groups.map((one) => idOf(`contact_group.${one}`)),
    ...more,
  });
const host = (address: string, groups: readonly string[], more: object = {}) =>
  resource("host", "mx", {
    host: address,
    name: "mx",
    profile: idOf("monitoring_profile.mail"),
    contact_groups: groups.map((one) => idOf(`contact_group.${one}`)),
    ...more,
  });
const groups = group("ops") + group("empty");
const sources = source("a") + source("b");
const people = contact("ann", ["ops"]) + contact("bob", ["ops"]);
const base = groups + sources + people;

/** Applies one configuration, lets people confirm their contacts, and reviews another. */
async function reviewed(before: string, after: string): Promise<Review> {
  await account.write(before);
  await account.apply();
  for (const { id } of account.service.account.objects("contact"))
    account.service.account.change(id, { confirmed: true });
  // Otherwise, a renamed group or profile is an error of the plan.
  await account.write(after, "allow_duplicates = true");
  const { url: baseUrl, accountSid, authToken } = account.service;
  const asked = new Account({ baseUrl, accountSid, authToken });
  return reviewAsking(await account.keptPlan(), (questions) => queryAccount(asked, questions));
}
const found = ({ warnings }: Review) =>
  warnings.map(({ kind, addresses }) => [kind, ...addresses.map((one) => one.replace("rblmonitor_", ""))]);

const certificates = (more: object, monitor: object = {}) =>
  group("ops") +
  contact("ann", ["ops"]) +
  resource("certificate_profile", "public", { name: "Public", expiration_thresholds: [30, 5], ...more }) +
  resource("certificate_monitor", "www", {
    hostname: "www.example.com",
    protocol: "https",
    name: "www",
    profile: idOf("certificate_profile.public"),
    contact_groups: [idOf("contact_group.ops")],
    ...monitor,
  });
const oneContact = (more: object) =>
  group("ops") + sources + contact("ann", ["ops"], more) + profile(["a", "b"]) + host("192.0.2.1", ["ops"]);
const watched = base + profile(["a", "b"]) + host("192.0.2.0/30", ["ops"]);

it.each<[string, string, string, string[][]]>([
  [
    "a host moves to a group that reaches no one",
    watched,
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["empty"]),
    [["group_without_contacts", "host.mx"]],
  ],
  [
    "all sources of a profile are paused",
    watched,
    groups +
      people +
      source("a", { paused: true }) +
      source("b", { paused: true }) +
      profile(["a", "b"]) +
      host("192.0.2.0/30", ["ops"]),
    [["nothing_checked", "host.mx"]],
  ],
  [
    "a host is paused",
    watched,
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["ops"], { paused: true }),
    [["nothing_checked", "host.mx"]],
  ],
  [
    "a profile has fewer sources",
    watched,
    base + profile(["a"]) + host("192.0.2.0/30", ["ops"]),
    [["checked_less", "monitoring_profile.mail"]],
  ],
  [
    "a profile checks less often",
    watched,
    base + profile(["a", "b"], { frequency: "24_hours" }) + host("192.0.2.0/30", ["ops"]),
    [["checked_less", "monitoring_profile.mail"]],
  ],
  [
    "a subnet becomes smaller",
    watched,
    base + profile(["a", "b"]) + host("192.0.2.0/31", ["ops"]),
    [
      ["fewer_addresses", "host.mx"],
      ["history_lost", "host.mx"],
    ],
  ],
  [
    "a host is declared under another name, without a moved block",
    watched,
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["ops"]).replace('"mx"', '"mail"'),
    [
      ["many_destroyed", "host.mx"],
      ["recreated", "host.mx"],
    ],
  ],
  [
    "a group is declared under another name, without a moved block",
    watched,
    watched.replace(group("empty"), resource("contact_group", "spare", { name: "empty" })),
    [["recreated", "contact_group.empty"]],
  ],
  [
    "the only contact of a group gets another address, which may need a confirmation",
    groups + sources + contact("ann", ["ops"]) + profile(["a", "b"]) + host("192.0.2.0/30", ["ops"]),
    groups +
      sources +
      contact("ann", ["ops"], { contact: "on-call@example.com" }) +
      profile(["a", "b"]) +
      host("192.0.2.0/30", ["ops"]),
    [["group_without_contacts", "contact_group.ops"]],
  ],
  [
    "the contacts of a group are paused",
    watched,
    groups +
      sources +
      contact("ann", ["ops"], { paused: true }) +
      contact("bob", ["ops"], { paused: true }) +
      profile(["a", "b"]) +
      host("192.0.2.0/30", ["ops"]),
    [["group_without_contacts", "contact_group.ops"]],
  ],
  [
    "the only contact of a group is replaced, and the new one waits for its confirmation",
    oneContact({}),
    oneContact({ type: "sms", contact: "+4930123456" }),
    [
      ["group_without_contacts", "contact_group.ops"],
      ["history_lost", "contact.ann"],
    ],
  ],
  [
    "a new host has a group that reaches no one",
    base + profile(["a", "b"]),
    base + profile(["a", "b"]) + host("192.0.2.1", ["empty"]),
    [["group_without_contacts", "host.mx"]],
  ],
  ["a new host has a group and a profile that are new, too: its new contact waits", "", oneContact({}), []],
  [
    "a new host is of a type that no source of its profile checks",
    base + profile(["a", "b"]),
    base + profile(["a", "b"]) + host("mx.example.com", ["ops"]),
    [["nothing_checked", "host.mx"]],
  ],
  [
    "the alert before an expiration is switched off",
    certificates({}),
    certificates({ alert_on_expiration: false }),
    [["no_expiry_alert", "certificate_profile.public"]],
  ],
  [
    "another alert is switched off, and the first one comes later",
    certificates({}),
    certificates({ alert_on_changes: false, expiration_thresholds: [5] }),
    [["checked_less", "certificate_profile.public"]],
  ],
  ["a paused contact is destroyed", watched + contact("eve", ["ops"], { paused: true }), watched, []],
  [
    "a group keeps one active contact",
    watched,
    groups +
      sources +
      contact("ann", ["ops"], { paused: true }) +
      contact("bob", ["ops"]) +
      profile(["a", "b"]) +
      host("192.0.2.0/30", ["ops"]),
    [],
  ],
  [
    "a host gets a second group",
    watched,
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["ops", "empty"]),
    [],
  ],
  [
    "a host was not reached before",
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["empty"]),
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["empty"], { name: "MX" }),
    [],
  ],
  [
    "a profile has more sources and checks more often",
    base + profile(["a"], { frequency: "24_hours" }) + host("192.0.2.0/30", ["ops"]),
    base + profile(["a", "b"]) + host("192.0.2.0/30", ["ops"]),
    [],
  ],
])("what the review warns of when %s", async (_, before, after, expected) => {
  expect(found(await reviewed(before, after)).sort()).toEqual(expected);
});

it("a new destination of the only contact may reach no one until it is confirmed", async () => {
  const rest = groups + sources + profile(["a"]) + host("192.0.2.1", ["ops"]);
  const moved = contact("ann", ["ops"], { contact: "team@example.com" });
  const { warnings } = await reviewed(rest + contact("ann", ["ops"]), rest + moved);
  expect(warnings.map(({ text }) => text)).toEqual([
    'Alerts about 1 host (rblmonitor_host.mx) may reach no one: contact group "ops" (1 contact with an unknown status).',
  ]);
});

it("a move to a group is a remark if the account is not read, which may have contacts of the group", async () => {
  await account.write(base + profile(["a"]) + host("192.0.2.1", ["ops"]));
  await account.apply();
  await account.write(base + profile(["a"]) + host("192.0.2.1", ["empty"]));
  const { warnings, notes } = await reviewAsking(await account.keptPlan(), async () => noFacts([]));
  expect([warnings, notes]).toEqual([
    [],
    ["Whether alerts about 1 host (rblmonitor_host.mx) reach someone in their new groups is not known."],
  ]);
});

it("a new destination is a remark if its group still reaches another contact", async () => {
  const rest = groups + sources + profile(["a"]) + host("192.0.2.1", ["ops"]) + contact("bob", ["ops"]);
  const moved = contact("ann", ["ops"], { contact: "team@example.com" });
  const { warnings, notes } = await reviewed(rest + contact("ann", ["ops"]), rest + moved);
  expect(warnings).toEqual([]);
  expect(notes).toContain(
    "Contacts with a new destination may get no alerts until they are confirmed again: rblmonitor_contact.ann.",
  );
});

describe("a certificate that has an error now is named when", () => {
  const silent = Object.fromEntries(alertFlags.map((flag) => [flag, false]));
  it.each([
    ["its monitor is destroyed", group("ops") + contact("ann", ["ops"]), "removed from monitoring"],
    ["its monitor is replaced", certificates({}, { hostname: "shop.example.com" }), "replaced"],
    ["its monitor is paused", certificates({}, { paused: true }), "paused"],
    ["all alerts of its profile are switched off", certificates(silent), "without checks"],
  ])("%s", async (_, after, ending) => {
    account.service.certificateErrors.expect("www.example.com", ["expired"]);
    const { warnings } = await reviewed(certificates({}), after);
    expect(warnings.filter(({ kind }) => kind === "certificate_error")).toEqual([
      {
        kind: "certificate_error",
        text: `Its certificate has an error now, and will be ${ending}: no one is notified when it is valid.`,
        addresses: ["rblmonitor_certificate_monitor.www"],
      },
    ]);
  });

  it("and not when it is valid, or its monitor stays", async () => {
    const { warnings } = await reviewed(certificates({}), certificates({}, { paused: true }));
    expect(warnings.map(({ kind }) => kind)).toEqual(["nothing_checked"]);
    account.service.certificateErrors.expect("www.example.com", ["expired"]);
    const kept = await reviewed(certificates({}), certificates({}, { name: "Shop" }));
    expect(kept.warnings).toEqual([]);
  });
});
