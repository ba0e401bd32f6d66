import type { WarningKind } from "../../../../src/cli/commands/review/warnings";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/account";
import type { Fixtures } from "../../../acceptance/lives/life";
import { scenery } from "../../../acceptance/lives/lives";
import { reference, resource } from "../../../acceptance/resource-block";
import { itWith } from "../../../real-core";
import { reviewOf } from "./reviewed";

/** A change that a finder warns of. */
interface Scene {
  readonly kind: WarningKind;
  readonly before: string;
  readonly after: string;
  /** The resources that `-target` selects. */
  readonly targets: readonly string[];
  /** The addresses of the warning about the plan. */
  readonly warned: readonly string[];
  /** Those of the warning about the destruction of the targets; absent without one. */
  readonly destroyed?: readonly string[];
}

let account: TestAccount;
let about: Fixtures;
let used: string;
let listed: ReadonlySet<string>;

const idOf = (address: string) => reference(`rblmonitor_${address}.id`);
const host = (name: string, more: object = {}) =>
  resource("host", name, {
    host: `${name}.example.com`,
    name,
    profile: about.profiles[0],
    contact_groups: [about.groups[0]],
    ...more,
  });
const group = (name: string, more: object = {}) => resource("contact_group", name, { name, ...more });
const contact = (name: string, ...groups: readonly string[]) =>
  resource("contact", name, {
    contact: `${name}@example.com`,
    type: "email",
    contact_groups: groups.map((each) => idOf(`contact_group.${each}`)),
  });
const profile = (name: string, more: object = {}) =>
  resource("monitoring_profile", name, { name, frequency: "weekly", ...more });
const source = (name: string) => resource("source", name, { host: `${name}.example.com`, type: "rbl" });
const silent = (isSilent: boolean) =>
  resource("certificate_profile", "silent", {
    name: "silent",
    expiration_thresholds: [5],
    alert_on_expiration: !isSilent,
  });

const sources = ["a", "b", "c", "d"].map((name) => source(`many-${name}`));
const three = ["a", "b", "c"].map((name) => `source.many-${name}`);
const people = contact("move-staying", "move-new");
/** @param used the SID of a profile */
const scenes: Readonly<Record<string, (used: string) => Scene>> = {
  "most objects of a kind that are destroyed": () => ({
    kind: "many_destroyed",
    before: sources.join(""),
    after: sources.slice(3).join(""),
    targets: three,
    warned: three,
    destroyed: three,
  }),
  "a listed host that is destroyed": () => ({
    kind: "listed_host",
    before: host("listed"),
    after: "",
    targets: ["host.listed"],
    warned: ["host.listed"],
    destroyed: ["host.listed"],
  }),
  "a host that is replaced": () => ({
    kind: "history_lost",
    before: host("replaced"),
    after: host("replaced", { host: "192.0.2.1" }),
    targets: ["host.replaced"],
    warned: ["host.replaced"],
  }),
  "a contact that is destroyed": () => ({
    kind: "contact_destroyed",
    before: contact("left", "move-new"),
    after: "",
    targets: ["contact.left"],
    warned: ["contact.left"],
    destroyed: ["contact.left"],
  }),
  "a contact that moves to another group": () => ({
    kind: "group_without_contacts",
    before: group("move-old") + group("move-new") + people + contact("move-going", "move-old"),
    after: group("move-old") + group("move-new") + people + contact("move-going", "move-new"),
    targets: ["contact.move-going"],
    warned: ["contact_group.move-old"],
    destroyed: ["contact_group.move-old"],
  }),
  "a profile without sources": () => ({
    kind: "nothing_checked",
    before:
      profile("empty", { entries: [about.refer("source", 1)] }) +
      host("empty", { profile: idOf("monitoring_profile.empty") }),
    after: profile("empty", { entries: [] }) + host("empty", { profile: idOf("monitoring_profile.empty") }),
    targets: ["monitoring_profile.empty"],
    warned: ["host.empty"],
  }),
  "a profile that is destroyed while a host uses it": (used) => ({
    kind: "destroyed_in_use",
    before: profile("used") + host("user", { profile: idOf("monitoring_profile.used") }),
    after: host("user", { profile: used }),
    targets: ["monitoring_profile.used"],
    warned: ["monitoring_profile.used"],
  }),
  "a certificate profile that never alerts": () => ({
    kind: "no_expiry_alert",
    before: silent(false),
    after: silent(true),
    targets: ["certificate_profile.silent"],
    warned: ["certificate_profile.silent"],
  }),
  "a default that moves": () => ({
    kind: "default_changed",
    before: profile("old", { is_default: true }) + profile("next"),
    after: profile("old") + profile("next", { is_default: true }),
    targets: ["monitoring_profile.next"],
    warned: ["monitoring_profile.next"],
  }),
};

beforeAll(async () => {
  account = await openAccount();
  about = scenery(account);
  await account.write(
    Object.values(scenes)
      .map((scene) => scene("").before)
      .join(""),
  );
  await account.apply();
  listed = new Set([String((await account.values("rblmonitor_host.listed")).id)]);
  used = String((await account.values("rblmonitor_monitoring_profile.used")).id);
  await account.write(
    Object.values(scenes)
      .map((scene) => scene(used).after)
      .join(""),
  );
});
afterAll(closeAccounts);

/** The warnings of that kind about a plan with those arguments, as the addresses that each is about. */
async function warned(kind: WarningKind, ...args: readonly string[]): Promise<string[][]> {
  const { warnings } = await reviewOf(await account.keptPlan(...args), { alarms: listed });
  return warnings
    .filter((warning) => warning.kind === kind)
    .map(({ addresses }) => addresses.map((address) => address.replace("rblmonitor_", "")));
}

describe("the review warns of a full plan, a targeted one and a targeted destruction alike: of", () => {
  it.each(Object.entries(scenes))("%s", async (_, scene) => {
    const { kind, targets, warned: addresses, destroyed } = scene(used);
    const only = targets.map((target) => `-target=rblmonitor_${target}`);
    expect(await warned(kind)).toContainEqual(addresses);
    expect(await warned(kind, ...only)).toEqual([addresses]);
    expect(await warned(kind, "-destroy", ...only)).toEqual(destroyed === undefined ? [] : [destroyed]);
  });
});

itWith("excluded resources")(
  "a plan with -exclude has the warnings about what it does not exclude",
  async () => {
    const exclude = "-exclude=rblmonitor_host.listed";
    expect(await warned("listed_host", exclude)).toEqual([]);
    expect(await warned("group_without_contacts", exclude)).toEqual([["contact_group.move-old"]]);
    const others = "-exclude=rblmonitor_contact_group.move-old";
    expect(await warned("listed_host", others)).toEqual([["host.listed"]]);
  },
);

it("the destruction of everything leaves no group and no profile to warn of", async () => {
  const kinds = new Set(
    (await reviewOf(await account.keptPlan("-destroy"))).warnings.map(({ kind }) => kind),
  );
  expect(kinds).toEqual(new Set(["many_destroyed", "contact_destroyed", "default_changed"]));
});
