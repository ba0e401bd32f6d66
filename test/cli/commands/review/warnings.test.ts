import { AccountLists } from "../../../../src/cli/account/lists";
import { noFacts, queryAccount } from "../../../../src/cli/commands/review/facts";
import type { Review } from "../../../../src/cli/commands/review/review";
import type { WarningKind } from "../../../../src/cli/commands/review/warnings";
import { Account } from "../../../../src/provider/account";
import { readServiceObject } from "../../../../src/service/responses";
import { openAccount as openReal } from "../../../acceptance/account";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/driven/account";
import type { Fixtures } from "../../../acceptance/lives/life";
import { scenery } from "../../../acceptance/lives/lives";
import { reference, resource } from "../../../acceptance/resource-block";
import { reviewAsking, reviewOf } from "./reviewed";

let account: TestAccount;
let about: Fixtures;

beforeEach(async () => {
  account = await openAccount();
  about = scenery(account);
});
afterEach(closeAccounts);

/** The addresses that warnings of a kind are about. */
const warned = ({ warnings }: Review, kind: WarningKind) =>
  warnings
    .filter((one) => one.kind === kind)
    .map(({ addresses }) => addresses.map((one) => one.replace("rblmonitor_", "")));

/** Applies one configuration, and plans another. */
async function planned(before: string, after: string): Promise<unknown> {
  await account.write(before);
  if (before !== "") await account.apply();
  await account.write(after);
  return account.keptPlan();
}

const host = (name: string, more: object = {}) =>
  resource("host", name, {
    host: `${name}.example.com`,
    name,
    profile: about.profiles[0],
    contact_groups: [about.groups[0]],
    ...more,
  });
const group = (name: string, more: object = {}) => resource("contact_group", name, { name, ...more });
const contact = (name: string, groups: readonly unknown[], more: object = {}) =>
  resource("contact", name, {
    contact: `${name}@example.com`,
    type: "email",
    contact_groups: groups,
    ...more,
  });
const profile = (name: string, more: object = {}) =>
  resource("monitoring_profile", name, { name, frequency: "weekly", ...more });
const idOf = (name: string) => reference(`rblmonitor_contact_group.${name}.id`);

describe("the review warns", () => {
  it("of nothing where there is nothing to think of", async () => {
    const base = group("ops") + contact("a", [idOf("ops")]) + host("mx") + profile("mail");
    const plan = await planned(base, base.replace('name = "mx"', 'name = "MX"'));
    const { changes, warnings } = await reviewOf(plan);
    expect(changes).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("of hosts that are replaced, whose history is lost", async () => {
    const review = await reviewOf(
      await planned(host("mx") + host("b"), host("mx", { host: "192.0.2.1" }) + host("b")),
    );
    expect(warned(review, "history_lost")).toEqual([["host.mx"]]);
    expect(review.changes).toMatchObject([{ action: "replace" }]);
  });

  it("of listed hosts that are destroyed, replaced or paused, and of no others", async () => {
    const plan = await planned(
      ["gone", "moved", "paused", "kept", "fine"].map((name) => host(name)).join(""),
      host("moved", { host: "192.0.2.1" }) +
        host("paused", { paused: true }) +
        host("kept", { name: "Kept" }),
    );
    const listed = new Set<string>();
    for (const name of ["gone", "moved", "paused", "kept"])
      listed.add(String((await account.values(`rblmonitor_host.${name}`)).id));
    const asked: unknown[] = [];
    const review = await reviewAsking(plan, async (questions) => {
      asked.push(questions);
      return { ...noFacts([]), alarms: listed };
    });
    expect(asked).toMatchObject([{ listings: true, creates: [] }]);
    expect(warned(review, "listed_host").sort()).toEqual([["host.gone"], ["host.moved"], ["host.paused"]]);
    expect(warned(await reviewOf(plan), "listed_host")).toEqual([]);
  });

  it("of several listed hosts that are destroyed in one sentence", async () => {
    const names = ["a", "b", "c"];
    const plan = await planned(names.map((name) => host(name)).join(""), "");
    const ids = names.map(async (name) => String((await account.values(`rblmonitor_host.${name}`)).id));
    const { warnings } = await reviewOf(plan, { alarms: new Set(await Promise.all(ids)) });
    expect(warnings.filter(({ kind }) => kind === "listed_host")).toEqual([
      {
        kind: "listed_host",
        text: "3 hosts are on blocklists now, and will be removed from monitoring: no one is notified when they are delisted.",
        addresses: names.map((name) => `rblmonitor_host.${name}`),
      },
    ]);
  });

  it("of contacts that are destroyed, and of a group that loses its last one", async () => {
    const both = group("day") + group("night");
    const review = await reviewOf(
      await planned(
        both +
          contact("a", [idOf("day")]) +
          contact("b", [idOf("day"), idOf("night")]) +
          contact("c", [idOf("night")]),
        both + contact("b", [idOf("night")]) + contact("c", [idOf("night")]),
      ),
    );
    expect(warned(review, "contact_destroyed")).toEqual([["contact.a"]]);
    expect(warned(review, "group_without_contacts")).toEqual([["contact_group.day"]]);
  });

  it("of a group whose contacts are all paused, and not if the account has another one in it", async () => {
    const base = group("ops") + contact("a", [idOf("ops")]);
    const plan = await planned(base, group("ops") + contact("a", [idOf("ops")], { paused: true }));
    expect(warned(await reviewOf(plan), "group_without_contacts")).toEqual([["contact_group.ops"]]);
    const { id } = await account.values("rblmonitor_contact_group.ops");
    const unmanaged = { id: `CO${"a".repeat(32)}`, contact_group: [String(id)], status: "active" };
    const contact_ = readServiceObject("contact", unmanaged) ?? fail();
    const lists = new AccountLists(new Map([["contact", [contact_]]]), new Map(), []);
    expect(warned(await reviewOf(plan, { lists }), "group_without_contacts")).toEqual([]);
  });

  it("of new hosts whose new group gets no contact, unless that is unknown, and not of unused groups", async () => {
    const hosts = host("mx", { contact_groups: [idOf("empty")] });
    const named = group("own") + contact("a", [idOf("own")]) + group("empty");
    expect(warned(await reviewOf(await planned("", named)), "group_without_contacts")).toEqual([]);
    const plan = await planned("", named + hosts);
    expect(warned(await reviewOf(plan), "group_without_contacts")).toEqual([["host.mx"]]);
    account = await openReal();
    const through = `${group("empty")}locals {\n  group = rblmonitor_contact_group.empty.id\n}\n${contact("a", [reference("local.group")])}`;
    expect(warned(await reviewOf(await planned("", through + hosts)), "group_without_contacts")).toEqual([]);
  });

  it("of profiles that check nothing, old ones and new ones, by the hosts that use them", async () => {
    const mail = reference("rblmonitor_monitoring_profile.mail.id");
    const fresh = reference("rblmonitor_monitoring_profile.fresh.id");
    const review = await reviewOf(
      await planned(
        profile("mail", { entries: [about.refer("source", 1)] }) + host("mx", { profile: mail }),
        profile("mail", { entries: [] }) +
          profile("fresh", { entries: [] }) +
          host("mx", { profile: mail }) +
          host("a", { profile: fresh }),
      ),
    );
    expect(warned(review, "nothing_checked").sort()).toEqual([["host.a"], ["host.mx"]]);
    for (const { text } of review.warnings)
      expect(text).toMatch(/^Nothing will check 1 host: the monitoring profile "\w+" selects no sources\.$/);
  });

  it("of a profile that goes while hosts use it", async () => {
    await account.write(profile("mail"));
    await account.apply();
    const { id } = await account.values("rblmonitor_monitoring_profile.mail");
    const plan = await planned(profile("mail") + host("mx", { profile: id }), host("mx", { profile: id }));
    expect(warned(await reviewOf(plan), "destroyed_in_use")).toEqual([["monitoring_profile.mail"]]);
  });

  it("of a group that goes while its contact moves to another one, unless the contact goes, too", async () => {
    const both = group("old") + group("next") + contact("b", [idOf("next")]);
    const moving = await planned(
      both + contact("a", [idOf("old")]),
      group("next") + contact("b", [idOf("next")]) + contact("a", [idOf("next")]),
    );
    const { warnings } = await reviewOf(moving);
    expect(warnings.filter(({ kind }) => kind === "destroyed_in_use")).toEqual([
      {
        kind: "destroyed_in_use",
        text: expect.stringContaining("before the plan updates rblmonitor_contact.a, unless"),
        addresses: ["rblmonitor_contact_group.old"],
      },
    ]);
    await account.write(group("next") + contact("b", [idOf("next")]));
    expect(warned(await reviewOf(await account.keptPlan()), "destroyed_in_use")).toEqual([]);
  });

  it("of objects that exist already", async () => {
    const { id } = account.service.account.add("contact_group", { name: "Ops" });
    const plan = await planned(group("day"), group("day") + group("ops") + group("new"));
    const review = await reviewAsking(plan, async (questions) => {
      expect(questions.creates.map(({ address }) => address).sort()).toEqual([
        "rblmonitor_contact_group.new",
        "rblmonitor_contact_group.ops",
      ]);
      const { url: baseUrl, accountSid, authToken } = account.service;
      return queryAccount(new Account({ baseUrl, accountSid, authToken }), questions);
    });
    expect(review.warnings).toContainEqual({
      kind: "already_exists",
      text: expect.stringContaining(
        `The account already has the contact group ${id} "Ops", so the apply creates none`,
      ),
      addresses: ["rblmonitor_contact_group.ops"],
    });
    expect(warned(review, "already_exists")).toHaveLength(1);
  });

  it.each<[string, rest: (groups: readonly string[]) => string, addresses: string[][]]>([
    ["keeps", (groups) => contact("day", groups), [["rblmonitor_contact.new"]]],
    ["destroys", () => "", []],
    ["renames", (groups) => contact("day", groups, { contact: "night@example.com" }), []],
  ])("of new objects that have the key of one that the plan %s", async (_, rest, addresses) => {
    const account = await openAccount();
    const { groups } = scenery(account);
    await account.write(contact("day", groups));
    await account.apply();
    await account.write(rest(groups) + contact("new", groups, { contact: "day@example.com" }));
    const { url: baseUrl, accountSid, authToken } = account.service;
    const asked = new Account({ baseUrl, accountSid, authToken });
    const review = await reviewAsking(await account.keptPlan(), (questions) =>
      queryAccount(asked, questions),
    );
    const found = review.warnings.filter(({ kind }) => kind === "already_exists");
    expect(found.map((warning) => warning.addresses)).toEqual(addresses);
    for (const { text } of found) expect(text).toContain("This configuration manages it: ");
  });

  it("of certificate profiles that never alert before an expiry, once they are changed so", async () => {
    const silent = (name: string, more: object) =>
      resource("certificate_profile", name, { name, expiration_thresholds: [5], ...more });
    const off = { alert_on_expiration: false };
    const review = await reviewOf(
      await planned(
        silent("was", off) + silent("will", {}),
        silent("was", { ...off, name: "Was" }) + silent("will", off),
      ),
    );
    expect(warned(review, "no_expiry_alert")).toEqual([["certificate_profile.will"]]);
  });

  it("of the default that moves, with the one that loses it, and of a default that goes", async () => {
    const old = group("old", { is_default: true });
    const people = contact("a", [about.groups[0]]);
    const moved = await reviewOf(
      await planned(
        old + group("next") + people,
        group("old") + group("next", { is_default: true }) + people,
      ),
    );
    expect(moved.warnings).toMatchObject([
      {
        kind: "default_changed",
        text: expect.stringContaining("rblmonitor_contact_group.old loses the flag"),
      },
    ]);
    const gone = await reviewOf(await planned(old + group("next") + people, group("next") + people));
    expect(warned(gone, "default_changed")).toEqual([["contact_group.old"]]);
    const own = resource("certificate_profile", "own", {
      name: "Own",
      expiration_thresholds: [7],
      is_default: true,
    });
    const removed = await reviewOf(await planned(own + group("old"), group("old")));
    expect(removed.warnings).toMatchObject([
      {
        kind: "default_changed",
        text: expect.stringContaining("the provider first makes another one the default"),
      },
    ]);
  });

  it("of more than half of a kind that goes", async () => {
    const all = ["a", "b", "c", "d"].map((name) => host(name));
    const two = await planned(all.join(""), all.slice(2).join(""));
    expect(warned(await reviewOf(two), "many_destroyed")).toEqual([]);
    const three = await planned(all.join(""), all.slice(3).join(""));
    expect(warned(await reviewOf(three), "many_destroyed")).toEqual([["host.a", "host.b", "host.c"]]);
    // The addresses of a subnet that stays do not hide them.
    const net = host("net", { host: "198.51.100.0/28" });
    const withNet = await planned(all.slice(1).join("") + net, net);
    expect(warned(await reviewOf(withNet), "many_destroyed")).toEqual([["host.b", "host.c", "host.d"]]);
  });

  it("of an apply that needs more than is left of the hour", async () => {
    const plan = await planned("", host("a") + host("b") + host("c"));
    const review = await reviewOf(plan, {
      requests: { sent: 0, limit: 1000, remaining: 3, at_least: 3, reset: 1800 },
    });
    expect(review.cost).toMatchObject({ left: 3, reset: 1800, requests: { least: 4 } });
    expect(JSON.parse(JSON.stringify(review.cost.requests))).toEqual({ least: 4, most: null });
    expect(review.warnings).toMatchObject([
      { kind: "hourly_limit", text: expect.stringContaining("3 are left in this hour") },
    ]);
    expect(Math.round(review.cost.seconds.least)).toBe(1800);
    expect(
      (await reviewOf(plan, { requests: { sent: 0, limit: null, remaining: 6, at_least: 6, reset: 1800 } }))
        .warnings,
    ).toEqual([]);
  });

  it("of a plan that is not whole", async () => {
    const plan = (await planned("", host("a"))) as object;
    expect(warned(await reviewOf({ ...plan, complete: false }), "incomplete_plan")).toEqual([[]]);
  });
});

it("a review of a plan without changes asks the account for nothing", async () => {
  const plan = await planned(host("a"), host("a"));
  const review = await reviewAsking(plan, () => Promise.reject(new Error("asked")));
  expect(review).toMatchObject({ changes: [], warnings: [], requests_sent: 0 });
});

function fail(): never {
  throw new Error("The contact cannot be read.");
}
