import { type ErrorKind, failed } from "../../../src/client/errors";
import type { Account } from "../../../src/provider/account";
import { flagLock } from "../../../src/provider/managed/default-flag";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import { missingMembers, mixedValues, storedForms } from "../../../src/provider/managed/notes";
import type { ObjectUpdate } from "../../../src/provider/managed/object";
import { updateObject } from "../../../src/provider/managed/update";
import { managedResources } from "../../../src/provider/resources";
import type { Kind } from "../../../src/service/kinds";
import { PrivateState } from "../../../src/terraform/definition/private-state";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { unknown } from "../../../src/terraform/values/value";

interface Situation {
  /** How requests fail: by operation and SID, or by the address of a created host. */
  readonly failures?: Readonly<Record<string, ErrorKind>>;
  readonly apiVersion?: "3.0" | "4.0";
  /** Notes of the last read. */
  readonly odd?: Parameters<typeof mixedValues.set>[1];
  readonly missing?: readonly string[];
  readonly forms?: readonly string[];
  readonly config?: object;
}

/** Updates a resource of a kind: its requests, what it saves after each, and what it notes. */
async function updated(kind: Kind, prior: object, plan: object, situation: Situation = {}) {
  const { failures = {}, apiVersion = "4.0", odd = {}, missing = [], forms = [], config = {} } = situation;
  const { object } = managedResources[`rblmonitor_${kind}`];
  const ledger = new Ledger(keyRuleOf(object));
  const events: string[] = [];
  const locks: string[] = [];
  const recorded: object[] = [];
  const request = async (operation: string, id: string, body?: object) => {
    events.push(`${operation} ${id}${body ? ` ${JSON.stringify(body)}` : ""}`);
    const failure = failures[`${operation} ${id}`];
    if (failure !== undefined) throw failed(failure, operation, "not so", { object: id });
  };
  const collection = {
    update: (id: string, body: object) => request("update", id, body),
    pause: (id: string) => request("pause", id),
    resume: (id: string) => request("resume", id),
    create: async ({ host }: { host: string }) => {
      await request("create", host);
      return [{ id: `HT${host.slice(8)}`, host }];
    },
  };
  const contacts = { confirm: (id: string) => request("confirm", id) };
  const reader = {
    recordWrite: (values: object) => void recorded.push(values),
    readManyFresh: async () => [],
    readFresh: async () => undefined,
    readWhole: async () => [],
  };
  const context = {
    ...{ apiVersion, rules: {}, ledger: () => ledger, reader: async () => reader },
    client: async () => ({ collection: () => collection, contacts }),
    sleep: async () => undefined,
    inTurn: (key: string, act: () => Promise<unknown>) => {
      locks.push(key);
      return act();
    },
  } as unknown as Account;
  const privateState = new PrivateState();
  mixedValues.set(privateState, odd);
  missingMembers.set(privateState, missing);
  storedForms.set(privateState, {
    forms: Object.fromEntries(forms.map((name) => [name, { sent: "a", shown: ["b"] }])),
  });
  const saved: object[] = [];
  const call = {
    ...{ context, privateState, diagnostics: new Diagnostics(), plan, prior },
    config: { confirmation_code_wo: null, args_wo: null, ...config },
    signal: new AbortController().signal,
    savePartial: (values: object) => {
      saved.push(values);
      events.push(`save ${JSON.stringify(values)}`);
    },
  };
  const state = await updateObject(object, call as unknown as ObjectUpdate).catch((thrown: Error) => thrown);
  return {
    ...{ state, events, locks, recorded, ledger, partial: Object.assign({}, ...saved) as object },
    requests: events.filter((event) => !event.startsWith("save")),
    ...{ odd: mixedValues.of(privateState), missing: missingMembers.of(privateState) },
    forms: storedForms.of(privateState),
  };
}

const members = [0, 1, 2, 3].map((n) => ({ id: `HT${n}`, host: `192.0.2.${n}`, ip: `192.0.2.${n}` }));
const subnet = {
  ...{ id: "HT0", host: "192.0.2.0/30", name: "Net", profile: "RP1", contact_groups: ["CG1"] },
  ...{ tags: null, paused: false, members },
};
const group = { id: "CG1", name: "Old", is_default: false };
const body = (values: object) => JSON.stringify(values);

describe("an update", () => {
  it("sends what changes, and later reads of the run know it", async () => {
    const { state, requests, recorded, ledger } = await updated("contact_group", group, {
      ...group,
      name: "New",
    });
    expect(requests).toEqual([`update CG1 ${body({ name: "New" })}`]);
    expect(recorded).toEqual([{ id: "CG1", name: "New" }]);
    expect(state).toEqual({ ...group, name: "New" });
    expect(ledger.isManaged("CG1")).toBe(true);
  });

  it("sends nothing if nothing changes, or only what the service decides", async () => {
    expect((await updated("contact_group", group, group)).requests).toEqual([]);
    expect((await updated("contact_group", group, { ...group, is_default: unknown })).requests).toEqual([]);
  });

  it("reaches each host of a subnet, or only those that differ from it", async () => {
    const all = await updated("host", subnet, { ...subnet, name: "New" });
    expect(all.requests).toEqual(members.map(({ id }) => `update ${id} ${body({ name: "New" })}`));
    const odd = { HT2: { name: "Mail" }, HT3: { paused: true } };
    const some = await updated("host", subnet, subnet, { odd });
    expect(some.requests).toEqual([`update HT2 ${body({ name: "Net" })}`, "resume HT3"]);
    expect(some.odd).toEqual({});
    // The plan shows which hosts it repairs by their unknown SIDs.
    const plan = {
      ...subnet,
      members: members.map((each) => ({ ...each, id: each.id === "HT2" ? unknown : each.id })),
    };
    expect((await updated("host", subnet, plan, { odd })).partial).toMatchObject({ members });
  });

  it.each([true, false])(
    "waits for other writes of the default flag if it takes it: %p",
    async (isDefault) => {
      const prior = { ...group, is_default: !isDefault };
      const { locks } = await updated("contact_group", prior, {
        ...prior,
        name: "New",
        is_default: isDefault,
      });
      expect(locks).toEqual(isDefault ? [flagLock({ kind: "contact_group" })] : []);
    },
  );

  it("saves the fields before it pauses, and the pause after it", async () => {
    const { events } = await updated("host", subnet, { ...subnet, name: "New", paused: true });
    const place = (start: string) => events.findIndex((event) => event.startsWith(start));
    const fields = events.findIndex((event) => /^save .*"name":"New".*"paused":false/.test(event));
    expect(fields).toBeGreaterThan(place("update HT3"));
    expect(place("pause HT0")).toBeGreaterThan(fields);
    expect(events.at(-1)).toBe(`save ${body({ paused: true })}`);
    const resumed = await updated("host", { ...subnet, paused: true }, { ...subnet, name: "New" });
    expect(resumed.events.find((event) => event.startsWith("save"))).toContain('"paused":true');
    const active = await updated("contact_group", group, { ...group, name: "New" });
    expect(active.partial).toEqual({ ...group, name: "New" });
  });

  it("resumes before it confirms a contact, and confirms before it pauses", async () => {
    const before = {
      ...{
        id: "CO1",
        contact: "ops@example.com",
        type: "email",
        schedule: "start_and_end",
        contact_groups: ["CG1"],
      },
      ...{ args: null, args_wo_version: null, confirmation_code_wo_version: 1, confirmed_code_version: null },
    };
    const config = { confirmation_code_wo: "abc123", confirmation_code_wo_version: 1 };
    const planned = { ...before, confirmed_code_version: unknown };
    const requestsOf = async (was: boolean, paused: boolean) =>
      (await updated("contact", { ...before, paused: was }, { ...planned, paused }, { config })).requests;
    expect(await requestsOf(true, false)).toEqual(["resume CO1", "confirm CO1"]);
    expect(await requestsOf(false, true)).toEqual(["confirm CO1", "pause CO1"]);
    const { state } = await updated(
      "contact",
      { ...before, paused: false },
      { ...planned, paused: false },
      { config },
    );
    expect(state).toMatchObject({ confirmed_code_version: 1 });
    const without = await updated("contact", { ...before, paused: false }, { ...before, paused: false });
    expect([without.requests, without.state]).toEqual([[], { ...before, paused: false }]);
  });

  it("sends a value again that the account may fix, with each other change, if an update accepts it", async () => {
    const profile = {
      id: "RP1",
      name: "A",
      frequency: "1_hour",
      entries: null,
      sync_method: null,
      is_default: false,
    };
    const forms = ["frequency"];
    const { requests } = await updated("monitoring_profile", profile, { ...profile, name: "B" }, { forms });
    expect(requests).toEqual([`update RP1 ${body({ name: "B", frequency: "1_hour" })}`]);
    expect((await updated("monitoring_profile", profile, profile, { forms })).requests).toEqual([]);
    const contact = {
      ...{ id: "CO1", contact: "ops@example.com", type: "email", schedule: "start", contact_groups: ["CG1"] },
      ...{ args: null, args_wo_version: null, confirmed_code_version: null, paused: false },
    };
    const moved = { ...contact, contact_groups: ["CG2"] };
    for (const apiVersion of ["3.0", "4.0"] as const) {
      const sent = (await updated("contact", contact, moved, { forms: ["type", "schedule"], apiVersion }))
        .requests;
      expect(JSON.parse(sent[0]?.slice("update CO1 ".length) ?? "")).toEqual({
        ...{ schedule: "start", contact_group: ["CG2"] },
      });
    }
    const created = await updated(
      ...([
        "certificate_monitor",
        { id: "CM1", hostname: "a.example.com", protocol: "https", name: "A" },
      ] as const),
      ...[{ id: "CM1", hostname: "a.example.com", protocol: "https", name: "B" }, { forms: ["protocol"] }],
    );
    expect(created.requests).toEqual([`update CM1 ${body({ name: "B" })}`]);
  });

  it("that does not reach all hosts notes what the others had, and saves what was reached", async () => {
    const plan = { ...subnet, name: "New", tags: ["a"] };
    const failures = { "update HT1": "server", "update HT2": "server" } as const;
    const odd = { HT1: { name: "Mail" } };
    const result = await updated("host", subnet, plan, { failures, odd });
    expect(String(result.state)).toMatch(/2 updated: .*\n2 failed: /);
    expect(result.odd).toEqual({ HT1: { name: "Mail", tags: null }, HT2: { name: "Net", tags: null } });
    expect(result.partial).toMatchObject({ name: "New", tags: ["a"], paused: false });
    expect(Object.keys(result.forms.unseen ?? {}).sort()).toEqual(["name", "tags"]);
  });

  it("that does not pause all hosts notes the others, and saves the pause", async () => {
    const failures = { "pause HT1": "server" } as const;
    const result = await updated("host", subnet, { ...subnet, paused: true }, { failures });
    expect(String(result.state)).toContain("3 paused");
    expect([result.odd, result.partial]).toMatchObject([{ HT1: { paused: false } }, { paused: true }]);
  });
});

describe("the missing hosts of a subnet", () => {
  const left = { ...subnet, members: members.slice(0, 2) };

  it("are created one after another with the planned values, and saved each", async () => {
    const { requests, missing, partial, state } = await updated(
      ...(["host", left, { ...left, members: unknown }, { missing: ["192.0.2.2", "192.0.2.3"] }] as const),
    );
    expect(requests).toEqual(["create 192.0.2.2", "create 192.0.2.3"]);
    expect(missing).toEqual([]);
    expect(Reflect.get(partial, "members")).toMatchObject(members.map(({ id }) => ({ id })));
    expect(Reflect.get(state as object, "members")).toMatchObject(members.map(({ id }) => ({ id })));
  });

  it("are left to the next apply after a failure, which begins with the others", async () => {
    const single = { ...subnet, members: members.slice(0, 1) };
    const result = await updated("host", single, single, {
      ...{ missing: ["192.0.2.1", "192.0.2.2", "192.0.2.3"], failures: { "create 192.0.2.2": "validation" } },
    });
    expect(String(result.state)).toContain("not so");
    expect(result.requests).toEqual(["create 192.0.2.1", "create 192.0.2.2"]);
    expect(result.missing).toEqual(["192.0.2.3", "192.0.2.2"]);
    expect(Reflect.get(result.partial, "members")).toMatchObject([{ id: "HT0" }, { id: "HT1" }]);
  });

  it("may show another form of a value than the others, which the next read notes", async () => {
    const situation = { missing: ["192.0.2.2"], forms: ["name"] };
    expect((await updated("host", left, left, situation)).forms.unseen).toEqual({ name: true });
    expect((await updated("host", left, left, { forms: ["name"] })).forms.unseen).toBeUndefined();
  });

  it("are paused if the subnet is, since a new host is active", async () => {
    const paused = { ...left, paused: true };
    const { requests, odd } = await updated("host", paused, paused, { missing: ["192.0.2.2"] });
    expect(requests).toEqual(["create 192.0.2.2", "pause HT2"]);
    expect(odd).toEqual({});
    const failing = await updated("host", paused, paused, {
      ...{ missing: ["192.0.2.2"], failures: { "pause HT2": "server" } },
    });
    expect(failing.odd).toEqual({ HT2: { paused: false } });
  });
});
