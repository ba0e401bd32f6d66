import fc from "fast-check";
import { type AccountLists, readLists } from "../../../../src/cli/account/lists";
import type { ApplyCost } from "../../../../src/cli/commands/review/apply-cost";
import { subjectOf } from "../../../../src/cli/commands/review/coverage-warnings";
import { noFacts, queryAccount } from "../../../../src/cli/commands/review/facts";
import { type Review, reviewPlan } from "../../../../src/cli/commands/review/review";
import { type Warning, type WarningKind, warningsIn } from "../../../../src/cli/commands/review/warnings";
import { isDeleting, partsOf } from "../../../../src/cli/plan/changes";
import { type PlanJson, readPlan } from "../../../../src/cli/plan/read-plan";
import type { CoveredAccount } from "../../../../src/coverage/account";
import { type CoveredObject, coverageOf } from "../../../../src/coverage/coverage";
import type { EmulatorOptions } from "../../../../src/emulator/emulator";
import { Account } from "../../../../src/provider/account";
import type { ActionName } from "../../../../src/provider/actions/actions";
import { indexInSubnet, parseSubnet } from "../../../../src/service/addresses";
import { kindNames } from "../../../../src/service/kinds";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/driven/account";
import { reference, resource } from "../../../acceptance/resource-block";

afterEach(closeAccounts);

/** What a configuration declares, by number: absent objects are not declared. */
interface Declared {
  /** How many groups. */
  readonly groups: number;
  readonly contacts: readonly (null | { type: string; groups: readonly number[]; paused: boolean })[];
  readonly sources: readonly { type: string; paused: boolean }[];
  readonly profiles: readonly { entries: readonly number[] | null; frequency: string }[];
  readonly hosts: readonly (null | {
    host: string;
    profile: number;
    groups: readonly number[];
    paused: boolean;
  })[];
  readonly monitors: readonly (null | { hostname: string; groups: readonly number[]; paused: boolean })[];
  readonly alerts: { flags: readonly boolean[]; thresholds: readonly number[] };
}

const number = (max: number) => fc.nat(max - 1);
const some = (max: number) => fc.uniqueArray(number(max), { minLength: 1, maxLength: 2 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const times = <T>(count: number, value: fc.Arbitrary<T>) =>
  fc.array(value, { minLength: count, maxLength: count });
const addresses = ["mx.example.com", "192.0.2.9", "198.51.100.8/30", "198.51.100.8/31", "203.0.113.4"];

const declared: fc.Arbitrary<Declared> = fc.record({
  groups: fc.constant(4),
  contacts: times(
    3,
    orNull(fc.record({ type: fc.constantFrom("email", "sms"), groups: some(4), paused: fc.boolean() })),
  ),
  sources: times(3, fc.record({ type: fc.constantFrom("rbl", "uribl"), paused: fc.boolean() })),
  profiles: times(
    2,
    fc.record({
      entries: fc.option(fc.uniqueArray(number(3), { maxLength: 2 }), { freq: 4 }),
      frequency: fc.constantFrom("1_hour", "24_hours"),
    }),
  ),
  hosts: fc
    .uniqueArray(fc.constantFrom(...addresses), {
      minLength: 3,
      maxLength: 3,
      comparator: (a, b) => a.slice(0, 8) === b.slice(0, 8),
    })
    .chain((hosts) =>
      fc.tuple(
        ...hosts.map((host) =>
          orNull(
            fc.record({ host: fc.constant(host), profile: number(2), groups: some(4), paused: fc.boolean() }),
          ),
        ),
      ),
    ),
  monitors: times(
    1,
    orNull(
      fc.record({
        hostname: fc.constantFrom("a.example.com", "b.example.com"),
        groups: some(4),
        paused: fc.boolean(),
      }),
    ),
  ),
  alerts: fc.record({
    flags: times(7, fc.boolean()),
    thresholds: fc.uniqueArray(fc.constantFrom(0, 5, 30), { minLength: 1, maxLength: 2 }),
  }),
});

/** What others do in the account between the two applies, and how an action ends the second one. */
const surroundings = fc.record({
  confirmed: times(3, fc.boolean()),
  listed: times(3, fc.boolean()),
  /** Groups that an unmanaged contact has, and groups and profile of an unmanaged host. */
  contact: orNull(some(4)),
  host: orNull(fc.record({ profile: number(2), groups: some(4) })),
  pageSize: fc.constantFrom(2, 10, 100),
  settings: fc.constantFrom<EmulatorOptions>(
    {},
    { subnetCreate: "one" },
    { subnetCreate: "parent-and-children", createReturns: "id" },
    { maxPageSize: 50 },
    { statusWords: "capitalised", pausedWord: "Paused by user" },
    { pausedSources: "listed", listOrder: "newest-first" },
    { lists: "csv", booleans: "number" },
  ),
  action: fc.record({
    name: fc.constantFrom<ActionName>("pause", "resume", "check", "confirm_contact", "resend_confirmation"),
    objects: some(6),
  }),
  /** What a change of the second configuration triggers. */
  trigger: fc.record({
    event: fc.constantFrom(
      ...["BeforeCreate", "AfterCreate", "BeforeUpdate", "AfterUpdate", "BeforeDestroy", "AfterDestroy"],
    ),
    name: fc.constantFrom<ActionName>("pause", "resume"),
    objects: some(6),
  }),
  /** The resources that have another address in the second configuration. */
  moved: fc.subarray(["g0", "g1", "c0", "c1", "s0", "p0", "h0", "h1", "m0", "cp"]),
  /** Whether what the second configuration removes or replaces is forgotten, by its number. */
  forgotten: times(3, fc.option(fc.constantFrom("create,forget", "forget,create"), { freq: 2 })),
});

const flags = [
  "alert_on_expiration",
  "alert_on_name_mismatch",
  "alert_on_ca_failure",
  "alert_on_connection_failure",
  "alert_on_caa_failure",
  "alert_on_misconfigurations",
  "alert_on_changes",
];

/** The same without the last group and profile, which the second configuration then adds. */
function smaller(all: Declared): Declared {
  const within = <T extends { readonly groups: readonly number[] }>(some: readonly (T | null)[]) =>
    some.map((object) => object && { ...object, groups: [...new Set(object.groups.map((n) => n % 3))] });
  return {
    ...all,
    contacts: within(all.contacts),
    hosts: within(all.hosts).map((host) => host && { ...host, profile: 0 }),
    monitors: within(all.monitors),
    profiles: all.profiles.slice(0, 1),
    groups: 3,
  };
}

function written({
  groups: groupCount,
  contacts,
  sources,
  profiles,
  hosts,
  monitors,
  alerts,
}: Declared): string {
  const groups = (numbers: readonly number[]) =>
    numbers.map((n) => reference(`rblmonitor_contact_group.g${n}.id`));
  const profile = (n: number) => reference(`rblmonitor_monitoring_profile.p${n}.id`);
  return [
    ...Array.from({ length: groupCount }, (_, n) =>
      resource("contact_group", `g${n}`, { name: `Group ${n}` }),
    ),
    ...contacts.map((contact, n) =>
      contact === null
        ? ""
        : resource("contact", `c${n}`, {
            contact: contact.type === "sms" ? `+4930000000${n}` : `c${n}@example.com`,
            type: contact.type,
            contact_groups: groups(contact.groups),
            paused: contact.paused,
          }),
    ),
    ...sources.map((source, n) => resource("source", `s${n}`, { host: `s${n}.example.net`, ...source })),
    ...profiles.map(({ entries, frequency }, n) =>
      resource("monitoring_profile", `p${n}`, {
        name: `Profile ${n}`,
        frequency,
        ...(entries === null
          ? { sync_method: "stay_in_sync" }
          : { entries: entries.map((entry) => reference(`rblmonitor_source.s${entry}.id`)) }),
      }),
    ),
    ...hosts.map((host, n) =>
      host === null
        ? ""
        : resource("host", `h${n}`, {
            host: host.host,
            name: `h${n}`,
            profile: profile(host.profile),
            contact_groups: groups(host.groups),
            paused: host.paused,
          }),
    ),
    resource("certificate_profile", "cp", {
      name: "Certificates",
      expiration_thresholds: alerts.thresholds,
      ...Object.fromEntries(flags.map((flag, n) => [flag, alerts.flags[n]])),
    }),
    ...monitors.map((monitor, n) =>
      monitor === null
        ? ""
        : resource("certificate_monitor", `m${n}`, {
            hostname: monitor.hostname,
            protocol: "https",
            name: `m${n}`,
            profile: reference("rblmonitor_certificate_profile.cp.id"),
            contact_groups: groups(monitor.groups),
            paused: monitor.paused,
          }),
    ),
  ].join("");
}

/** A configuration with other names for some resources, and the blocks that move them. */
function withMoves(text: string, moved: readonly string[]): string {
  const named = new RegExp(`(rblmonitor_\\w+(?:\\.|" "))(${moved.join("|")})\\b`, "g");
  if (moved.length === 0) return text;
  const blocks = [...text.matchAll(/^resource "(\w+)" "(\w+)"/gm)]
    .filter(([, , name = ""]) => moved.includes(name))
    .map(([, type, name]) => `moved {\n  from = ${type}.${name}\n  to = ${type}.${name}_moved\n}\n`);
  return text.replace(named, "$1$2_moved") + blocks.join("");
}

/** What objects that can be forgotten have: the configuration still declares groups and profiles, which others use. */
const forgettable = /^rblmonitor_(?:host|contact|certificate_monitor)\./;

/**
 * A plan that forgets objects in the place of destroying them, as with `removed` blocks or `destroy = false`, which Terraform 1.11
 * has not, or not in this form.
 */
function forgetting(plan: PlanJson, forgotten: readonly (string | null)[]) {
  const addresses: string[] = [];
  const changes = (plan.resource_changes ?? []).map((resource, index) => {
    const actions = forgotten[index % forgotten.length];
    const { change, address, previous_address: previous = address } = resource;
    if (!actions || !forgettable.test(address) || !change.actions.includes("delete")) return resource;
    addresses.push(previous);
    const isReplaced = change.actions.includes("create");
    return { ...resource, change: { ...change, actions: isReplaced ? actions.split(",") : ["forget"] } };
  });
  return { addresses, plan: { ...plan, resource_changes: changes } };
}

/** What is compared of an object, by its kind and address, and of a group, by its name. */
function facts(account: CoveredAccount): ReadonlyMap<string, readonly string[]> {
  const { objects, groups } = coverageOf(account);
  const names = new Map(account.of("contact_group").map(({ id, name }) => [id, name]));
  return new Map<string, readonly string[]>([
    ...objects.map(
      ({ kind, key, watch: { watched, reason = "", sources = "" }, reaches }) =>
        [`${kind} ${key}`, [watched, reason, String(sources), reaches]] as const,
    ),
    ...[...groups.values()].map(({ id, reaches }) => [`group ${names.get(id)}`, [reaches]] as const),
  ]);
}

/** A planned subnet becomes the hosts of its addresses. */
function planned(
  predicted: ReadonlyMap<string, readonly string[]>,
  key: string,
): readonly string[] | undefined {
  const subnets = ["198.51.100.8/31", "198.51.100.8/30"].filter((cidr) => {
    const subnet = parseSubnet(cidr);
    return subnet && indexInSubnet(subnet, key.replace("host ", "")) !== undefined;
  });
  return [key, ...subnets.map((cidr) => `host ${cidr}`)].map((one) => predicted.get(one)).find(Boolean);
}

const ofCoverage: readonly WarningKind[] = [
  "listed_host",
  "nothing_checked",
  "group_without_contacts",
  "fewer_addresses",
  "no_expiry_alert",
  "checked_less",
  "contact_destroyed",
];

/** The invocation that an event of a changed object triggers, of objects that the plan keeps; none without such a change. */
function triggered(
  plan: PlanJson,
  { event, name, objects }: { event: string; name: ActionName; objects: readonly number[] },
  ids: readonly string[],
) {
  const gone = new Set(
    partsOf(plan)
      .changes.filter(isDeleting)
      .flatMap((change) => change.ids),
  );
  const kept = ids.filter((id) => !gone.has(id));
  const action = event
    .replace(/^Before|^After/, "")
    .replace("Destroy", "Delete")
    .toLowerCase();
  const changed = plan.resource_changes?.find(({ change }) => change.actions.includes(action));
  const chosen = objects.flatMap((n) => kept.at(-1 - n) ?? []);
  if (changed === undefined || chosen.length === 0) return undefined;
  return {
    ...{ address: `action.rblmonitor_${name}.triggered`, type: `rblmonitor_${name}` },
    config_values: { objects: chosen },
    lifecycle_action_trigger: {
      triggering_resource_address: changed.address,
      action_trigger_event: event,
    },
  };
}

const texts = (warnings: readonly Warning[]) =>
  warnings
    .filter(({ kind }) => ofCoverage.includes(kind))
    .map(({ kind, text, addresses }) => `${kind}: ${text} ${[...addresses].sort()}`)
    .sort();

function connect({ service }: TestAccount, pageSize: number): Account {
  const { url: baseUrl, accountSid, authToken } = service;
  return new Account({ baseUrl, accountSid, authToken, pageSize });
}

async function withAccount<T>(
  account: TestAccount,
  pageSize: number,
  work: (account: Account) => Promise<T>,
) {
  const open = connect(account, pageSize);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

function expectBounds({ requests: { least, most } }: ApplyCost, sent: number): void {
  expect([sent, least, most].toString()).toBe([sent, Math.min(least, sent), Math.max(most, sent)].toString());
}

const everything = (account: Account) =>
  readLists(account, kindNames, { once: true, onGap: (text) => expect(text).toBe("") });
const covered = (lists: AccountLists): CoveredAccount => ({
  of: (kind) => lists.of(kind),
  isWhole: (kind) => lists.has(kind),
});

/** Compares what the review warns of with what became worse in the account, found by addresses and SIDs alone. */
function expectWarnings(
  { warnings, changes }: Review,
  listsAfter: AccountLists,
  listsBefore: AccountLists,
  listed: ReadonlySet<string>,
): void {
  const [before, after] = [listsBefore, listsAfter].map((lists) => coverageOf(covered(lists)).objects);
  if (before === undefined || after === undefined) throw new Error("The account was read twice.");
  const addressOf = ({ kind, key }: CoveredObject) => `${kind} ${key}`;
  const byAddress = new Map(before.map((object) => [addressOf(object), object]));
  const pairs = after.map((is) => ({ is, was: byAddress.get(addressOf(is)) }));
  const keys = (some: typeof pairs) => some.map(({ is }) => is.key);
  const unwatched = pairs.filter(({ is: { watch }, was }) => {
    const isNew = was === undefined && watch.reason !== "paused";
    return watch.watched === "no" && (isNew || was?.watch.watched === "yes");
  });
  const unreached = pairs.filter(({ is, was }) => is.reaches === "no" && was?.reaches === "yes");
  const less = pairs.filter(({ is: { watch: is }, was: { watch: was } = {} }) => {
    if (is.watched !== "yes" || was?.watched !== "yes") return false;
    return is.frequency !== was.frequency
      ? is.frequency === "24_hours"
      : Number(is.sources) < Number(was.sources) || was.alerts?.some((flag) => !is.alerts?.includes(flag));
  });
  const isWatched = (id: string, some: readonly CoveredObject[]) =>
    some.some((object) => object.id === id && object.watch.watched !== "no");
  const isSeen = (id: string) => after.some((object) => object.id === id);
  const unseen = [...listed].filter(
    (id) => before.some((object) => object.id === id) && (!isSeen(id) || isWatched(id, before)),
  );
  const lost = unseen.filter((id) => !isWatched(id, after));

  const kinds = new Set<WarningKind>(warnings.map(({ kind }) => kind));
  const isLess = kinds.has("checked_less") || kinds.has("no_expiry_alert");
  // What is replaced at its address counts as the same to people.
  const isReplacing = changes.some(({ action }) => action === "replace");
  if (unwatched.length > 0 || !isReplacing)
    expect([keys(unwatched), kinds.has("nothing_checked")]).toEqual([keys(unwatched), unwatched.length > 0]);
  if (unreached.length > 0)
    expect([keys(unreached), kinds.has("group_without_contacts")]).toEqual([keys(unreached), true]);
  if (less.length > 0) expect([keys(less), isLess]).toEqual([keys(less), true]);
  expect([lost, kinds.has("listed_host")]).toEqual([lost, lost.length > 0]);
}

describe("the review of a random plan of a random account", () => {
  it("predicts the coverage that the account then has, warns of what becomes worse, and bounds the requests", async () => {
    let known = 0;
    let unknown = 0;
    const compare = async (account: TestAccount, after: CoveredAccount) => {
      const predicted = facts(after);
      for (const [key, values] of facts(covered(await withAccount(account, 100, everything)))) {
        const said = planned(predicted, key);
        expect([key, said?.length]).toEqual([key, values.length]);
        for (const [index, value] of values.entries()) {
          if (said?.[index] === "unknown" || said?.[0] === "unknown") unknown += 1;
          else {
            known += 1;
            expect([key, index, said?.[index]]).toEqual([key, index, value]);
          }
        }
      }
    };
    await fc.assert(
      fc.asyncProperty(declared, declared, surroundings, async (first, second, around) => {
        const account = await openAccount(around.settings);
        const { account: stored } = account.service;
        const provider = `page_size = ${around.pageSize}`;
        await account.write(written(smaller(first)), provider);
        await account.apply();
        for (const [n, contact] of stored.objects("contact").entries())
          stored.change(contact.id, { confirmed: around.confirmed[n % 3] });
        for (const [n, host] of stored.objects("host").entries())
          stored.change(host.id, { listed: around.listed[n % 3] });
        const idOf = async (address: string) => String((await account.values(`rblmonitor_${address}`)).id);
        const groupIds = await Promise.all([0, 1, 2].map((n) => idOf(`contact_group.g${n}`)));
        const groupsOf = (numbers: readonly number[]) => numbers.map((n) => groupIds[n % 3] ?? "");
        if (around.contact)
          stored.add("contact", {
            contact: "u@example.com",
            type: "email",
            confirmed: true,
            contact_group: groupsOf(around.contact),
          });
        if (around.host)
          stored.add("host", {
            host: "10.0.0.1",
            name: "Unmanaged",
            profile: await idOf("monitoring_profile.p0"),
            contact_group: groupsOf(around.host.groups),
          });
        await account.write(withMoves(written(second), around.moved), provider);
        const kept = readPlan("plan.json", JSON.stringify(await account.keptPlan()));
        const { addresses, plan } = forgetting(kept, around.forgotten);
        // The service refuses to pause built-in sources.
        const pausable = () =>
          [
            ...stored.objects("host"),
            ...stored.objects("contact"),
            ...stored.objects("source").filter(({ custom }) => custom),
          ].map(({ id }) => id);
        const trigger = account.invoke && triggered(plan, around.trigger, pausable());
        const json = { ...plan, ...(trigger && { action_invocations: [trigger] }) };
        const invokeTriggered = (phase: "Before" | "After") =>
          trigger && around.trigger.event.startsWith(phase)
            ? account.invoke?.(trigger.type, trigger.config_values)
            : undefined;
        for (const address of addresses) await account.forget(address);
        if (addresses.length > 0) await account.keptPlan();
        const lists = await withAccount(account, 100, everything);
        const listed = new Set(lists.of("host").flatMap((host) => (host.listed ? [host.id] : [])));

        const parts = partsOf(json);
        const subject = subjectOf(parts, {}, { ...noFacts([]), lists, alarms: listed });
        const reviewed = (plan: PlanJson): Promise<Review> =>
          reviewPlan({
            ...{ name: "plan.json", plan, pageSize: around.pageSize },
            query: (questions) =>
              withAccount(account, around.pageSize, (open) => queryAccount(open, questions)),
          });
        const review = await reviewed(json);
        const quoteless = (all: readonly string[]) =>
          all.map((text) => text.replace(/"[^"]*"/g, "NAME")).sort();
        expect(quoteless(texts(review.warnings))).toEqual(quoteless(texts(warningsIn(subject))));

        const requestsOf = async (work: () => Promise<unknown> | undefined) => {
          const before = account.service.requestCount;
          await work();
          return account.service.requestCount - before;
        };
        // Terraform may create an object before it destroys the one with the same address, which the provider refuses.
        let refusal = "";
        const sent = await requestsOf(async () => {
          await invokeTriggered("Before");
          await account.applyKept().catch((error: Error) => {
            refusal = error.message;
          });
          await invokeTriggered("After");
        });
        if (refusal !== "") {
          const isDestroying = json.resource_changes?.some(({ change }) => change.actions.includes("delete"));
          const kinds = review.warnings.map(({ kind }) => kind);
          if (!isDestroying) expect(kinds).toContain("already_exists");
          return expect(refusal).toContain("already exists");
        }
        expectBounds(review.cost, sent);

        await compare(account, subject.account.after);
        expectWarnings(review, await withAccount(account, 100, everything), lists, listed);

        // An action without a change: the configuration undoes what the trigger did.
        if (account.invoke === undefined) return;
        if (trigger) await account.apply();
        const { name, objects } = around.action;
        const contacts = stored.objects("contact");
        const ids = objects.flatMap((n) => pausable().at(-1 - n) ?? []);
        const contact = contacts.find(({ confirmed }) => !confirmed) ?? contacts[0];
        if (contact === undefined && name !== "check") return;
        const configs = {
          pause: { objects: ids },
          resume: { objects: ids },
          check: { host: "192.0.2.9", fail_if_listed: false },
          confirm_contact: { contact: contact?.id, confirmation_code_wo: contact?.authcode },
          resend_confirmation: { contact: contact?.id },
        };
        const invocation = {
          ...{ address: `action.rblmonitor_${name}.x`, type: `rblmonitor_${name}` },
          config_values: configs[name],
        };
        const unchanged = { ...(await account.keptPlan()), action_invocations: [invocation] };
        const invoking = readPlan("plan.json", JSON.stringify(unchanged));
        const now = await withAccount(account, 100, everything);
        const subjectNow = subjectOf(partsOf(invoking), {}, { ...noFacts([]), lists: now });
        const { cost } = await reviewed(invoking);
        expectBounds(cost, await requestsOf(() => account.invoke?.(`rblmonitor_${name}`, configs[name])));
        await compare(account, subjectNow.account.after);
      }),
      { numRuns: 25 },
    );
    // A review that knew nothing would never be wrong.
    expect(unknown).toBeLessThan(known / 10);
  });
});
