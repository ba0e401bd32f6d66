import fc from "fast-check";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../../src/emulator/emulator";
import { settingTable } from "../../../../src/emulator/settings";
import { alertFlags } from "../../../../src/service/fields";
import { reportOf } from "./report-of";

const some = (count: number, max: number) => fc.uniqueArray(fc.nat(count - 1), { maxLength: max });
const addresses = ["192.0.2.1", "192.0.2.2", "mx.example.com", "2001:db8::1", "www.example.org"];

/** An account; numbers are places in its lists. */
const accounts = fc.record({
  sources: fc.array(
    fc.record({
      type: fc.constantFrom("rbl", "rbl_v6", "uribl"),
      paused: fc.boolean(),
      custom: fc.boolean(),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  profiles: fc.array(fc.option(some(4, 3), { freq: 3 }), { minLength: 2, maxLength: 2 }),
  contacts: fc.array(fc.record({ groups: some(3, 2), paused: fc.boolean(), confirmed: fc.boolean() }), {
    maxLength: 4,
  }),
  hosts: fc.array(fc.record({ profile: fc.nat(1), groups: some(3, 2), paused: fc.boolean() }), {
    maxLength: addresses.length,
  }),
  monitors: fc.array(
    fc.record({
      groups: some(3, 2),
      paused: fc.boolean(),
      flags: fc.subarray([...alertFlags]),
      days: fc.subarray([30, 7]),
    }),
    { maxLength: 2 },
  ),
});

/** Settings under which the account is not what its objects are. */
const untrue: readonly string[] = ["listLag", "readLag", "memberLag", "storedFlags", "storedLists"];

const settings = fc.record(
  Object.fromEntries(
    Object.entries(settingTable)
      .filter(([name]) => !untrue.includes(name))
      .map(([name, { values }]) => [name, fc.constantFrom<unknown>(...values)]),
  ),
) as fc.Arbitrary<EmulatorOptions>;

type Accounts = typeof accounts extends fc.Arbitrary<infer T> ? T : never;

type Watched = Pick<Accounts["hosts"][number], "paused" | "groups">;

/** What is true of an object: whether something checks it, and whether its alerts reach someone. */
type Truth = ReadonlyMap<string, { readonly watched: boolean; readonly reaches: boolean }>;

/** Fills an account, and returns what is true of its hosts and monitors, by SID, and the topics of a report that are not fine. */
function fill({ account }: Emulator, filling: Accounts): { truth: Truth; topics: Set<string> } {
  for (const { id } of account.objects("source")) account.remove(id);
  const sources = filling.sources.map((source, n) =>
    account.add("source", { ...source, host: `bl${n}.example` }),
  );
  const profiles = filling.profiles.map((entries) => {
    const selection = entries && { entries: entries.map((n) => sources[n]?.id ?? "") };
    return account.add("monitoring_profile", selection ?? { sync_method: "stay_in_sync" }).id;
  });
  const groups = [0, 1, 2].map((n) => account.add("contact_group", { name: `Group ${n}` }).id);
  const groupsOf = (numbers: readonly number[]) => numbers.map((n) => groups[n] ?? "");
  const active = new Set<number>();
  const topics = new Set<string>();
  for (const [n, { groups: own, paused, confirmed }] of filling.contacts.entries()) {
    account.add("contact", { contact: `c${n}@example.com`, paused, confirmed, contact_group: groupsOf(own) });
    if (paused || !confirmed) topics.add("contacts");
    else for (const group of own) active.add(group);
  }
  const truth = new Map<string, { watched: boolean; reaches: boolean }>();
  const add = (id: string, { paused, groups: own }: Watched, isChecked: boolean) => {
    truth.set(id, { watched: isChecked && !paused, reaches: own.some((group) => active.has(group)) });
    if (paused) topics.add("paused");
    // Nothing checks it, whether or not it is known to be paused.
    if (!isChecked) topics.add(paused ? "perhaps unchecked" : "unchecked");
    if (own.some((group) => !active.has(group))) topics.add("groups");
  };
  for (const [n, watched] of filling.hosts.entries()) {
    const host = addresses[n] ?? "";
    const type = host.includes(":") ? "rbl_v6" : /\d$/.test(host) ? "rbl" : "uribl";
    const entries = filling.profiles[watched.profile];
    const selected = filling.sources.filter((source, at) => entries?.includes(at) ?? !source.custom);
    const profile = profiles[watched.profile] ?? "";
    const { paused, groups: own } = watched;
    const { id } = account.add("host", { host, paused, profile, contact_group: groupsOf(own) });
    add(
      id,
      watched,
      selected.some((source) => !source.paused && source.type === type),
    );
  }
  for (const [n, watched] of filling.monitors.entries()) {
    const { flags, days, paused, groups: own } = watched;
    const alerts = Object.fromEntries(alertFlags.map((flag) => [flag, flags.includes(flag)]));
    const { id: profile } = account.add("certificate_profile", { ...alerts, expiration_thresholds: days });
    const { id } = account.add("certificate_monitor", {
      ...{ hostname: `tls${n}.example.com`, paused, profile, contact_group: groupsOf(own) },
    });
    add(
      id,
      watched,
      flags.some((flag) => flag !== "alert_on_expiration" || days.length > 0),
    );
  }
  return { truth, topics };
}

it("a report says of each object what is true, or that it is not known, whatever the service shows", async () => {
  const counts = { yes: 0, no: 0, unknown: 0 };
  await fc.assert(
    fc.asyncProperty(accounts, settings, async (filling, shown) => {
      const service = await startEmulator({ limits: "off", ...shown });
      try {
        const { truth, topics } = fill(service, filling);
        const { objects, summary } = await reportOf(service);
        const isOmitting = shown.listOmits !== "nothing";
        if (!isOmitting) expect(objects).toHaveLength(truth.size);
        for (const { id, ...said } of objects)
          for (const question of ["watched", "reaches"] as const) {
            const answer = said[question];
            counts[answer] += 1;
            const isTrue = truth.get(id)?.[question] === true;
            if (answer !== "unknown")
              expect([id, question, answer]).toEqual([id, question, isTrue ? "yes" : "no"]);
          }
        for (const { topic, level } of summary) {
          if (topics.has(topic) && !isOmitting) expect([topic, level]).not.toEqual([topic, "fine"]);
          if (level === "action") expect([...topics].join()).toContain(topic);
        }
      } finally {
        await service.close();
      }
    }),
    { numRuns: 60 },
  );
  // A report that knew nothing would never be wrong.
  expect(counts.unknown).toBeLessThan(counts.yes + counts.no);
});
