import type { ApplyCost, ListSizes } from "../../../../src/cli/commands/review/apply-cost";
import { queryAccount } from "../../../../src/cli/commands/review/facts";
import type { EmulatorOptions } from "../../../../src/emulator/emulator";
import { Account } from "../../../../src/provider/account";
import { kindNames } from "../../../../src/service/kinds";
import { openAccount as openReal } from "../../../acceptance/account";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/driven/account";
import type { Fixtures, Life } from "../../../acceptance/lives/life";
import { lives, scenery } from "../../../acceptance/lives/lives";
import { reference, resource } from "../../../acceptance/resource-block";
import { reviewAsking, reviewOf } from "./reviewed";

afterEach(closeAccounts);

/** The reviewed cost of a plan, and the cost of its apply. */
interface Applied {
  readonly said: ApplyCost;
  readonly reads: number;
  readonly writes: number;
}

/** The sizes of all lists, as a review of the account reads them. */
function sizesOf({ service }: TestAccount): ListSizes {
  return new Map(
    kindNames.map((kind) => [
      kind,
      { pages: 1, objects: service.account.objects(kind).length, perPage: 100 },
    ]),
  );
}

/** Plans, reviews the plan, applies it, and counts. */
async function applied(account: TestAccount, resources: string): Promise<Applied> {
  await account.write(resources);
  const { cost: said } = await reviewOf(await account.keptPlan(), { sizes: sizesOf(account) });
  const before = account.service.requestCount;
  await account.applyKept();
  const sent = account.service.requests.slice(before);
  const reads = sent.filter(({ method }) => method === "GET").length;
  return { said, reads, writes: sent.length - reads };
}

/** A configuration with an object for each attribute of a kind. */
function everyAttribute(life: Life, about: Fixtures, which: "first" | "second"): string {
  return Object.entries(life.facets(about.refer))
    .map(([name, facet], index) =>
      resource(life.type, name, { ...life.required(index, about.refer), [facet.attribute]: facet[which] }),
    )
    .join("");
}

/** Creates, changes and destroys objects of those kinds. */
async function wholeLife(
  settings: EmulatorOptions,
  kinds: readonly Life[],
  open: typeof openAccount = openAccount,
): Promise<readonly [created: Applied, changed: Applied, destroyed: Applied]> {
  const account = await open(settings);
  const about = scenery(account);
  const every = (which: "first" | "second") =>
    kinds.map((life) => everyAttribute(life, about, which)).join("");
  const created = await applied(account, every("first"));
  const changed = await applied(account, every("second"));
  for (const { driftOf, drifted, drifts } of kinds.flatMap((life) => Object.values(life.facets(about.refer))))
    if (drifts === "before-destroy") account.service.account.change(driftOf ?? "", drifted);
  const destroyed = await applied(account, "");
  expect(Math.min(created.writes, changed.writes, destroyed.writes)).toBeGreaterThan(1);
  return [created, changed, destroyed];
}

function expectBounds({ said, reads, writes }: Applied): void {
  expect({ ...said.writes }).toEqual({ least: writes, most: writes });
  expect(reads).toBeGreaterThanOrEqual(said.reads.least);
  expect(reads).toBeLessThanOrEqual(said.reads.most);
  expect(said.requests).toEqual({ least: said.reads.least + writes, most: said.reads.most + writes });
}

describe("the cost of a plan for a service that returns all of what it creates", () => {
  it.each(lives.map((life) => [life.type, life] as const))(
    "is what creating, changing, replacing, pausing, resuming and destroying every %s costs, at its least",
    async (type, life) => {
      const steps = await wholeLife({}, [life], type === "host" ? openReal : openAccount);
      for (const [index, one] of steps.entries()) {
        expectBounds(one);
        // The first pending contact is read, and the list with the profile of a new host. Another service might create active
        // ones, and this process might know the profile.
        const isRead = index < 2 && (type === "contact" || type === "host");
        expect(one.reads).toBe(one.said.reads.least + (isRead ? 1 : 0));
      }
    },
  );
});

describe("the cost of a plan for a service that returns only ids of what it creates", () => {
  it("is what doing so with every kind costs, at its most", async () => {
    const [created, changed, destroyed] = await wholeLife({ createReturns: "id" }, lives);
    // Lists may have a further page by then, and have one here; three kinds have attributes that replace their objects.
    // Three changes of a profile would send its frequency again, and read it, if the service had not honoured that.
    // Nothing shows that a new contact is pending, which would also be read, or that the status of four kinds was unknown words.
    // The process knows the profiles of most new hosts, for which it would look in two lists of up to two pages.
    for (const [one, kinds, unhonoured, pending, resumed, known] of [
      [created, 7, 0, 1, 0, 4],
      [changed, 3, 3, 1, 4, 3],
      [destroyed, 0, 0, 0, 0, 0],
    ] as const) {
      expectBounds(one);
      expect(one.reads).toBe(one.said.reads.most - kinds - unhonoured - pending - resumed - known);
    }
  });
});

describe("the cost of a plan for a service whose word for paused is unknown", () => {
  it("includes the read of the first object that is resumed", async () => {
    const account = await openAccount({ pausedWord: "hibernating" });
    const source = (paused: boolean) =>
      resource("source", "own", { host: "bl.example.net", type: "rbl", paused });
    await applied(account, source(false));
    expectBounds(await applied(account, source(true)));
    const resumed = await applied(account, source(false));
    expectBounds(resumed);
    expect(resumed.reads).toBe(resumed.said.reads.most);
  });
});

describe("the cost of a plan", () => {
  it("is nothing where nothing changes, and of what is only moved or imported", async () => {
    const account = await openReal();
    const { id } = account.service.account.add("contact_group", { name: "Night" });
    await applied(account, resource("contact_group", "a", { name: "A" }));
    const moved = await applied(
      account,
      `${resource("contact_group", "b", { name: "A" })}${resource("contact_group", "night", { name: "Night" })}
moved {
  from = rblmonitor_contact_group.a
  to   = rblmonitor_contact_group.b
}
import {
  to = rblmonitor_contact_group.night
  id = "${id}"
}
`,
    );
    expect(moved.said.requests).toEqual({ least: 0, most: 0 });
    expect(moved.reads + moved.writes).toBe(0);
    expect(moved.said.refresh).toBe(1);
  });

  it("is bounded for a new host whose profile the plan does not create, if the account was read", async () => {
    const account = await openAccount();
    const { url: baseUrl, accountSid, authToken, account: desk } = account.service;
    const profile = desk.add("monitoring_profile", { name: "Mail" }).id;
    const contact_groups = [desk.add("contact_group", { name: "Ops" }).id];
    await account.write(resource("host", "mx", { host: "192.0.2.1", name: "mx", profile, contact_groups }));
    const asked = new Account({ baseUrl, accountSid, authToken });
    const { cost } = await reviewAsking(await account.keptPlan(), (questions) =>
      queryAccount(asked, questions),
    );
    await asked.close();
    const before = account.service.requestCount;
    await account.applyKept();
    const sent = account.service.requestCount - before;
    expect(cost.requests.least).toBeLessThanOrEqual(sent);
    expect(cost.requests.most).toBeGreaterThanOrEqual(sent);
    expect(cost.requests.most).toBeLessThan(10);
  });

  it("counts the members of a subnet that are created again or repaired", async () => {
    const account = await openReal();
    const about = scenery(account);
    const net = {
      host: "192.0.2.8/29",
      name: "Net",
      profile: about.profiles[0],
      contact_groups: [about.groups[0]],
    };
    const block = resource("host", "net", { ...net, paused: true });
    await applied(account, block);
    const { service } = account;
    const [first, second, third, fourth] = service.account
      .objects("host")
      .filter(({ name }) => name === "Net")
      .map(({ id }) => id);
    for (const id of [first, second]) service.account.remove(id ?? "");
    service.account.change(third ?? "", { name: "Mail" });
    service.account.change(fourth ?? "", { name: "Mail", paused: false });
    const { said, reads, writes } = await applied(account, block);
    expect(writes).toBe(2 * 2 + 1 + 2);
    expect({ ...said.writes }).toEqual({ least: 2 * 2 + 2, most: 2 * 2 + 4 });
    expect(reads).toBeLessThanOrEqual(said.reads.most);
  });

  it("counts a reference to what is not there yet as the change that it is", async () => {
    const account = await openAccount();
    const about = scenery(account);
    const host = { host: "192.0.2.1", name: "mx", contact_groups: [about.groups[0]] };
    await applied(account, resource("host", "mx", { ...host, profile: about.profiles[0] }));
    const profile = { name: "Mail", frequency: "1_hour", entries: [reference("rblmonitor_source.own.id")] };
    const both = [
      resource("source", "own", { host: "bl.example.net", type: "rbl" }),
      resource("monitoring_profile", "mail", profile),
      resource("host", "mx", { ...host, profile: reference("rblmonitor_monitoring_profile.mail.id") }),
    ].join("");
    const changed = await applied(account, both);
    expectBounds(changed);
    expect(changed.writes).toBe(3);
  });

  it("counts the confirmation of a contact by a code that is written out, and none from a variable that is null", async () => {
    const account = await openReal();
    const { groups } = scenery(account);
    const contact = (code: unknown, version?: number) =>
      resource("contact", "ops", {
        contact: "ops@example.com",
        type: "email",
        contact_groups: [groups[0]],
        confirmation_code_wo: code,
        confirmation_code_wo_version: version,
      });
    const written = await applied(account, contact("no-such-code"));
    expectBounds(written);
    expect(written.writes).toBe(2);

    const code = reference("var.code");
    const variable = 'variable "code" {\n  default = null\n}\n';
    const { said, writes } = await applied(account, variable + contact(code, 2));
    expect(said.writes).toEqual({ least: 0, most: 0 });
    expect(writes).toBe(0);
  });

  it("of a manual check is its start, and its status requests", async () => {
    const account = await openAccount();
    const check = (wait: boolean) => resource("manual_check", "mx", { host: "192.0.2.1", wait, timeout: 20 });
    const { said, reads, writes } = await applied(account, check(false));
    expect(said).toMatchObject({ check_starts: { least: 1, most: 1 }, reads: { least: 0, most: 0 } });
    expect([reads, writes]).toEqual([0, 1]);
    const waited = await applied(
      account,
      check(true) + resource("manual_check", "b", { host: "192.0.2.2", timeout: 20 }),
    );
    expect(waited.said.check_starts).toEqual({ least: 1, most: 1 });
    expect(waited.reads).toBeGreaterThanOrEqual(waited.said.reads.least);
    expect(waited.said.reads).toEqual({ least: 1, most: 6 });
    expect(waited.reads).toBeLessThanOrEqual(waited.said.reads.most);
  });
});

describe.each(["flat", "one", "parent-and-children"] as const)(
  "the cost of a subnet for which the service creates hosts as `%s`",
  (subnetCreate) => {
    it("is known within bounds until it is there, and then exactly", async () => {
      const account = await openAccount({ subnetCreate });
      const { profiles, groups } = scenery(account);
      const net = (more: object) =>
        resource("host", "net", {
          host: "192.0.2.8/30",
          name: "Net",
          profile: profiles[0],
          contact_groups: [groups[0]],
          ...more,
        });
      const created = await applied(account, net({ paused: true }));
      expect(created.said.writes).toEqual({ least: 2, most: 6 });
      expect(created.writes).toBe(1 + account.service.account.objects("host").length);
      // A single host may be the parent of others, so the list is read.
      expect(created.reads).toBe(created.said.reads.least + (subnetCreate === "one" ? 1 : 0));
      expectBounds(await applied(account, net({ paused: true, name: "Network" })));
      expectBounds(await applied(account, net({ tags: ["a"] })));

      const [, second] = account.service.account.objects("host");
      if (second !== undefined) {
        account.service.account.remove(second.id);
        const mended = await applied(account, net({ tags: ["a"] }));
        expectBounds(mended);
        expect(mended.writes).toBe(1);
      }
      expectBounds(await applied(account, ""));
    });
  },
);
