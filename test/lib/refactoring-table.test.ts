import { readFile } from "node:fs/promises";
import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import * as forCdktn from "rblmonitor/cdktn/testing";
import * as forCdktf from "rblmonitor/testing";
import { closeAccounts, openAccount } from "../acceptance/account";
import { libraries } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

/** The rows of the guide: the plan of a change in objects to add, change and destroy, and how to keep the objects. */
async function rowsOfGuide(): Promise<ReadonlyMap<string, { plan: string; isKept: boolean }>> {
  const [, section = ""] = (await readFile("docs/guides/cdktf.md", "utf8")).split(/^## Refactor$/m);
  const rows = section.matchAll(/^\| (.+?) \| (\d, \d, \d|error) \| (.*?) ?\|$/gm);
  return new Map(
    [...rows].map(([, change = "", plan = "", keep = ""]) => [
      change,
      { plan, isKept: keep !== "" && !keep.startsWith("not possible") },
    ]),
  );
}

/** What a stack declares in addition to the provider. */
type Declare = (stack: TerraformStack) => void;

/** A stack before and after a change, and after one that keeps the objects. */
interface Refactoring {
  readonly before: Declare;
  readonly after: Declare;
  readonly kept?: Declare;
  /** Values of variables, which only Terraform knows. */
  readonly hidesInstances?: true;
}

describe.each(libraries)("the table of refactorings for %s", (name, library) => {
  const { CertificateProfile, Contact, ContactGroup, Contacts, Host, HostFleet, movedFrom } =
    library.constructs;
  const { MonitoringProfile, NotificationGroup, RblmonitorProvider, TlsEndpoints } = library.constructs;
  const { App, TerraformStack: Stack, TerraformVariable, Testing } = library.sdk;
  const { destroyedBetween } = name === "CDKTF" ? forCdktf : (forCdktn as object as typeof forCdktf);
  const [first, second] = ["192.0.2.1", "192.0.2.2"];
  const map = { mx1: first, mx2: second };
  const email = Contacts.email;

  /** What hosts need, in a stack that declares it once. */
  function shared(stack: TerraformStack) {
    const find = (id: string, declare: () => Construct) =>
      (stack.node.tryFindChild(id) ?? declare()) as Construct & { readonly id: string };
    const profile = find(
      "hourly",
      () => new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" }),
    );
    return {
      profile: profile.id,
      contactGroups: [find("all", () => new ContactGroup(stack, "all", { name: "All" })).id],
    };
  }

  const fleet =
    (id: string, hosts: unknown, more: object = {}): Declare =>
    (stack) => {
      new HostFleet(stack, id, { ...shared(stack), hosts: hosts as never, ...more });
    };
  const host =
    (formerly?: string): Declare =>
    (stack) => {
      new Host(stack, "relay", { ...shared(stack), host: first, name: "mx1", formerly });
    };
  const variable = (stack: TerraformStack, type: string, value: unknown) =>
    new TerraformVariable(stack, "given", { type, default: value });
  const variableFleet =
    (formerly?: readonly string[]): Declare =>
    (stack) =>
      fleet("mail", variable(stack, "map(string)", map).value, { formerly })(stack);
  const listWithVariable =
    (formerly?: string): Declare =>
    (stack) => {
      const { stringValue } = variable(stack, "string", first);
      fleet("mail", [{ host: stringValue, formerly }, second])(stack);
    };
  const endpoints =
    (id: string, given: unknown): Declare =>
    (stack) => {
      const profile = (stack.node.tryFindChild("expiry") ??
        new CertificateProfile(stack, "expiry", {
          name: "Expiry",
          expirationThresholds: [7],
        })) as InstanceType<typeof CertificateProfile>;
      const { contactGroups } = shared(stack);
      new TlsEndpoints(stack, id, { profile, contactGroups, endpoints: given as never });
    };
  const group =
    (id: string, contacts: unknown, more: object = {}): Declare =>
    (stack) => {
      new NotificationGroup(stack, id, {
        name: more ? "Operators" : id,
        contacts: contacts as never,
        ...more,
      });
    };
  /** Two groups, the second for nights. */
  const groups =
    (ops: unknown, night: unknown): Declare =>
    (stack) => {
      group("ops", ops)(stack);
      group("night", night, { name: "Night" })(stack);
    };
  const both =
    (...all: readonly Declare[]): Declare =>
    (stack) => {
      for (const declare of all) declare(stack);
    };
  const withAddress =
    (contacts: (address: string) => unknown): Declare =>
    (stack) => {
      group("ops", contacts(variable(stack, "string", "new@example.com").stringValue))(stack);
    };
  const plain: Declare = (stack) => {
    const ops = new ContactGroup(stack, "ops", { name: "Operators" });
    new Contact(stack, "lead", { type: "email", contact: "lead@example.com", contactGroups: [ops] });
  };
  const www = { hostname: "www.example.com" };
  const [boss, lead, old] = ["boss@example.com", "lead@example.com", "old@example.com"].map((text) =>
    email(text),
  );
  const own = (contact: string, formerly: string) => email(contact, { formerly });

  const team =
    (isMoved: boolean): Declare =>
    (stack) => {
      const { profile } = shared(stack);
      const scope = new Construct(stack, "team");
      if (isMoved) movedFrom(scope, "/");
      const ops = new NotificationGroup(scope, "ops", { name: "Operators", contacts: { lead } as never });
      new HostFleet(scope, "mail", { profile, contactGroups: [ops], hosts: map });
    };
  const unwrapped: Declare = (stack) => {
    const { profile } = shared(stack);
    const ops = new NotificationGroup(stack, "ops", { name: "Operators", contacts: { lead } as never });
    new HostFleet(stack, "mail", { profile, contactGroups: [ops], hosts: map });
  };

  const refactorings: Readonly<Record<string, Refactoring>> = {
    "rename a key": {
      before: fleet("mail", map),
      after: fleet("mail", { "mx-1": { host: first, name: "mx1" }, mx2: second }),
      kept: fleet("mail", { "mx-1": { host: first, name: "mx1", formerly: "mx1" }, mx2: second }),
    },
    "declare a host of a fleet as a `Host`": {
      before: fleet("mail", map),
      after: both(fleet("mail", { mx2: second }), host()),
      kept: both(fleet("mail", { mx2: second }), host("mail/mx1")),
    },
    "move a host to another fleet": {
      before: fleet("mail", map),
      after: both(fleet("mail", { mx2: second }), fleet("relays", { relay: first })),
      kept: both(
        fleet("mail", { mx2: second }),
        fleet("relays", { relay: { host: first, formerly: "/mail/mx1" } }),
      ),
    },
    "change the id of a fleet": {
      before: fleet("mail", map),
      after: fleet("senders", map),
      kept: fleet("senders", map, { formerly: "mail" }),
    },
    "wrap a fleet and a group in a construct": { before: unwrapped, after: team(false), kept: team(true) },
    "use a map in place of a list": {
      before: fleet("mail", [first, second]),
      after: fleet("mail", map),
      kept: fleet("mail", {
        mx1: { host: first, formerly: first },
        mx2: { host: second, formerly: second },
      }),
    },
    "use a list in place of a map": {
      before: fleet("mail", map),
      after: fleet("mail", [first, second]),
      kept: fleet("mail", [
        { host: first, formerly: "mx1" },
        { host: second, formerly: "mx2" },
      ]),
    },
    "use a variable in place of a map": {
      before: fleet("mail", map),
      after: variableFleet(),
      kept: variableFleet(["mx1", "mx2"]),
      hidesInstances: true,
    },
    "use a map in place of a variable": {
      before: variableFleet(),
      after: fleet("mail", map),
      kept: fleet("mail", {
        mx1: { host: first, formerly: 'each["mx1"]' },
        mx2: { host: second, formerly: 'each["mx2"]' },
      }),
      hidesInstances: true,
    },
    "use a variable in place of an address in a list": {
      before: fleet("mail", [first, second]),
      after: listWithVariable(),
      kept: listWithVariable(first),
    },
    "change the address of a key": {
      before: fleet("mail", map),
      after: fleet("mail", { ...map, mx1: "192.0.2.9" }),
    },
    "swap the addresses of two keys": {
      before: fleet("mail", map),
      after: fleet("mail", { mx1: second, mx2: first }),
    },
    "move an endpoint to another `TlsEndpoints`": {
      before: endpoints("tls", ["www.example.com", "shop.example.com"]),
      after: both(endpoints("tls", ["shop.example.com"]), endpoints("web", [www])),
      kept: both(
        endpoints("tls", ["shop.example.com"]),
        endpoints("web", [{ ...www, formerly: "/tls/www.example.com https" }]),
      ),
    },
    "change an email address in a list": {
      before: group("ops", [old]),
      after: group("ops", [email("new@example.com")]),
      kept: group("ops", [own("new@example.com", "old@example.com")]),
    },
    "change an email address in a map": {
      before: group("ops", { lead: old }),
      after: group("ops", { lead: email("new@example.com") }),
    },
    "use a variable in place of an email address in a list": {
      before: group("ops", [old]),
      after: withAddress((address) => [email(address)]),
      kept: withAddress((address) => [own(address, "old@example.com")]),
    },
    "use a variable in place of an email address in a map": {
      before: group("ops", { lead: old }),
      after: withAddress((address) => ({ lead: email(address) })),
    },
    "give a contact an `id`, or a key in a map": {
      before: groups([lead], [old]),
      after: groups([email("lead@example.com", { id: "lead" })], { old }),
    },
    "move a contact to another group, in lists": {
      before: groups([lead, old], [boss]),
      after: groups([old], [boss, lead]),
      kept: groups([old], [boss, own("lead@example.com", "/ops/lead@example.com")]),
    },
    "move a contact to another group, in maps": {
      before: groups({ lead, old }, { boss }),
      after: groups({ old }, { boss, lead }),
    },
    "use a `NotificationGroup` in place of a `ContactGroup` and a `Contact`": {
      before: plain,
      after: group("ops", [lead]),
      kept: group("ops", [own("lead@example.com", "/lead")]),
    },
    "change the id of a group": {
      before: group("ops", [lead]),
      after: group("operators", [lead]),
      kept: group("operators", [lead], { formerly: "ops" }),
    },
    "change tags, a profile, or `paused`": {
      before: fleet("mail", map),
      after: (stack) => {
        const profile = new MonitoringProfile(stack, "daily", { name: "Daily", frequency: "12_hours" });
        fleet("mail", map, { profile, tags: ["new"], paused: true })(stack);
      },
    },
  };

  const withProvider = (declare: Declare) => (stack: TerraformStack) => {
    new RblmonitorProvider(stack, "rblmonitor");
    declare(stack);
  };

  function destroyed(before: Declare, after: Declare) {
    const [from, to] = [before, after].map((declare) => {
      const stack = new Stack(Testing.stubVersion(new App({ stackTraces: false })), "stack");
      withProvider(declare)(stack);
      return stack;
    });
    return destroyedBetween(from as TerraformStack, to as TerraformStack);
  }

  it("has a case for each row, and a row for each case", async () => {
    expect([...(await rowsOfGuide()).keys()]).toEqual(Object.keys(refactorings));
  });

  it.each(Object.entries(refactorings))("says what Terraform does to: %s", async (change, refactoring) => {
    const { before, after, kept, hidesInstances } = refactoring;
    const row = (await rowsOfGuide()).get(change);
    expect(row?.isKept).toBe(kept !== undefined);
    const account = await openAccount();
    const { folder } = account.workspace;
    const real = await account.another({ plugin: { mirror: "dist/mirror" }, folder });
    await synthesise(library, account.workspace, withProvider(before));
    expect(await real.workspace.run("init")).toMatchObject({ code: 0 });
    await account.apply();
    const planned = async (declare: Declare) => {
      await synthesise(library, account.workspace, withProvider(declare));
      const actions = ((await account.keptPlan()).resource_changes ?? [])
        .filter(({ type }) => !/profile/.test(type))
        .flatMap(({ change: { actions } }) => actions);
      return ["create", "update", "delete"].map((action) => actions.filter((one) => one === action).length);
    };
    const isRefused = row?.plan === "error";
    if (isRefused)
      await expect(planned(after)).rejects.toThrow("Error: Contact group destroyed and created again");
    else expect((await planned(after)).join(", ")).toBe(row?.plan);
    const own = destroyed(before, after).filter((address) => !/profile/.test(address));
    if (isRefused) expect(own).toContain("rblmonitor_contact_group.ops");
    else if (!hidesInstances) expect(own).toHaveLength(Number(row?.plan.at(-1)));
    if (kept === undefined) return;
    expect(destroyed(before, kept)).toEqual([]);
    const [created, , deleted] = await planned(kept);
    expect([created, deleted]).toEqual([0, 0]);
    await account.apply();
    // With the former names, and after they are removed.
    for (const applied of [kept, after]) expect(await planned(applied)).toEqual([0, 0, 0]);
  });
});
