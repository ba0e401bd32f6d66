import type { Account, AccountRules } from "../../../src/provider/account";
import { Ledger } from "../../../src/provider/managed/identity/ledger";
import { keyRuleOf } from "../../../src/provider/managed/identity/natural-key";
import type { ObjectPlan } from "../../../src/provider/managed/object";
import { noteCreated, planConflicts } from "../../../src/provider/managed/plan-conflicts";
import { managedResources } from "../../../src/provider/resources";
import { Diagnostics } from "../../../src/terraform/diagnostics";
import { group, host } from "./create-fixtures";
import { type Applied, beginRun, closeRuns, emulated, Managed } from "./run";

afterEach(closeRuns);

const idOf = (prefix: string, n: number) => `${prefix}${String(n).padStart(32, "0")}`;

/** A resource whose object is in state, as its configuration declares it. */
function existing(managed: Managed, n: number): Managed {
  const prefix = { host: "HT", certificate_monitor: "CM", contact_group: "CG" }[managed.type] ?? "";
  const defaults = managed.type === "contact_group" ? { is_default: false } : { paused: false };
  managed.state = { ...defaults, ...managed.config, id: idOf(prefix, n) };
  return managed;
}

interface Change {
  readonly managed: Managed;
  readonly isDestroyed?: boolean;
}

/** Plans resources one after another in one run, and returns what each plan reports of two resources. */
async function planned(changes: readonly (Managed | Change)[], rules: AccountRules = {}) {
  const service = await emulated();
  const run = await beginRun(service, {}, rules);
  const results: Applied[] = [];
  for (const change of changes) {
    const { managed, isDestroyed = false } = change instanceof Managed ? { managed: change } : change;
    results.push(await run.plan(managed, isDestroyed ? null : managed.config));
  }
  const ofTwo = (texts: readonly string[]) =>
    texts.filter((text) => /(?:Two|two) resources|of another/i.test(text));
  return results.map(({ errors, warnings }) => ({ errors: ofTwo(errors), warnings: ofTwo(warnings) }));
}

const silent = { errors: [], warnings: [] };
const refer = { profile: idOf("RP", 1), contact_groups: [idOf("CG", 1)] };
const mail = (more = {}) =>
  new Managed("host", { host: "mail.example.com", name: "Mail", ...refer, ...more });
const monitor = (name: string) =>
  new Managed("certificate_monitor", {
    ...{ hostname: "www.example.com", protocol: "https", name },
    ...{ ...refer, profile: idOf("CP", 1) },
  });

describe("two resources with one SID", () => {
  it("cause a warning with the one that is planned last", async () => {
    const [first, second] = await planned([existing(group("A"), 1), existing(group("B"), 1)]);
    expect(first).toEqual(silent);
    expect(second?.warnings).toEqual([
      expect.stringMatching(/Two resources manage one contact group: .* also manages CG0+1\./),
    ]);
  });

  it("do not conflict if the SIDs differ, or none exists yet", async () => {
    expect(await planned([existing(group("A"), 1), existing(group("B"), 2)])).toEqual([silent, silent]);
    expect(await planned([group("A"), group("B")])).toEqual([silent, silent]);
  });

  it.each(["kept", "destroyed"])(
    "are an error if one is destroyed and the other kept; %s first",
    async (order) => {
      const changes = [
        { managed: existing(group("A"), 1) },
        { managed: existing(group("B"), 1), isDestroyed: true },
      ];
      if (order === "destroyed") changes.reverse();
      const [first, second] = await planned(changes);
      expect(first).toEqual(silent);
      expect(second?.errors).toEqual([
        expect.stringMatching(
          /Destroy deletes the contact group of another resource: Two resources manage CG0+1/,
        ),
      ]);
    },
  );

  it("are accepted if both are destroyed", async () => {
    const both = [1, 2].map(() => ({ managed: existing(group("A"), 1), isDestroyed: true }));
    expect(await planned(both)).toEqual([silent, silent]);
  });
});

describe("two resources with one unique key", () => {
  const both = "The account has both, and the apply keeps both.";

  it.each([
    ["two new hosts", () => [mail(), mail()], "errors", "mail.example.com, and", "Remove one of them"],
    [
      "a new host and one that exists",
      () => [mail(), existing(mail(), 1)],
      "errors",
      "com, and",
      "Remove one",
    ],
    [
      "a host that exists and a new one",
      () => [existing(mail(), 1), mail()],
      "errors",
      `mail.example.com (${idOf("HT", 1)}), and`,
      "Remove one of them, or change its host. A for_each over data.rblmonitor_hosts",
    ],
    [
      "two that exist",
      () => [existing(mail(), 1), existing(mail(), 2)],
      "warnings",
      `(${idOf("HT", 1)})`,
      both,
    ],
    [
      "two new monitors",
      () => [monitor("A"), monitor("B")],
      "warnings",
      "www.example.com, and",
      "or change its",
    ],
  ] as const)("are reported with the last one: %s", async (_, resources, severity, other, advice) => {
    const [first, second] = await planned(resources());
    expect(first).toEqual(silent);
    expect(second?.[severity]).toEqual([
      expect.stringMatching(/Two resources for one (host|certificate monitor): /),
    ]);
    expect(second?.[severity][0]).toContain(`Another resource of this configuration has `);
    expect(second?.[severity][0]).toContain(other);
    expect(second?.[severity][0]).toContain(advice);
    expect(second?.[severity === "errors" ? "warnings" : "errors"]).toEqual([]);
  });

  it("are reported without hints about subnets for monitors, which have none", async () => {
    const [, second] = await planned([monitor("A"), monitor("B")]);
    expect(second?.warnings[0]).toMatch(/Remove one of them, or change its hostname\.$/);
  });

  it("are an error if one of the two that exist is to be replaced", async () => {
    const moved = mail();
    const replaced = existing(mail({ host: "old.example.com" }), 2);
    const service = await emulated();
    const run = await beginRun(service);
    await run.plan(existing(moved, 1));
    expect((await run.plan(replaced, moved.config)).errors).toEqual([
      expect.stringContaining("Two resources for one host"),
    ]);
  });

  it("do not conflict if the keys differ, for a resource that is planned again, or for names, which need not be unique", async () => {
    expect(await planned([mail(), mail({ host: "b.example.com" })])).toEqual([silent, silent]);
    expect(await planned([group("A"), group("A")])).toEqual([silent, silent]);
    const [first, again] = await planned([existing(mail(), 1), existing(mail(), 1)]);
    expect([first, again?.errors]).toEqual([silent, []]);
    expect(again?.warnings).toEqual([expect.stringContaining("Two resources manage one host")]);
  });

  it("do not conflict once the object of a planned resource has been created", async () => {
    const service = await emulated();
    const run = await beginRun(service);
    const [first, other] = [host(service), host(service, { host: "b.example.com" })];
    await run.plan(other);
    expect((await run.apply(first)).errors).toEqual([]);
    expect(await run.plan(first)).toMatchObject({ errors: [] });
    expect((await run.plan(other)).errors).toEqual([expect.stringContaining("has b.example.com, and")]);
  });
});

describe("with adopt_identical, a new resource that is the same as one that keeps its object", () => {
  const adopting = { adoptIdentical: true };
  const pair = (order: string, kept: Managed, fresh: Managed) =>
    order === "kept first" ? [existing(kept, 1), fresh] : [fresh, existing(kept, 1)];

  describe.each(["kept first", "new first"])("%s", (order) => {
    it("is an error with the object and a way out", async () => {
      const [first, second] = await planned(pair(order, group("A"), group("A")), adopting);
      expect(first).toEqual(silent);
      expect(second?.errors).toEqual([
        expect.stringMatching(
          /Two resources for one contact group: .*the contact group CG0+1, .*RBLMONITOR_ALLOW_DUPLICATES=true/s,
        ),
      ]);
    });

    it.each([
      ["without that setting", {}, "A"],
      ["if duplicates are allowed", { ...adopting, allowDuplicates: true }, "A"],
      ["of another name", adopting, "B"],
      ["of a name that only may be the same", adopting, "a"],
    ])("is none %s", async (_, rules, name) => {
      expect(await planned(pair(order, group("A"), group(name)), rules)).toEqual([silent, silent]);
    });

    it("is reported as such for hosts, whose addresses are unique", async () => {
      const [, second] = await planned(pair(order, mail(), mail()), adopting);
      expect(second?.errors).toEqual([expect.stringContaining("Another resource of this configuration has")]);
    });
  });
});

describe("what a run knows of planned resources", () => {
  const { object } = managedResources.rblmonitor_contact_group;
  const operations = { id: "CG1", name: "Operations" };

  /** Plans a group, and returns what the run knows then. */
  const known = (prior: object | null, { isReplacement = false, isConnected = true } = {}) => {
    const ledger = new Ledger(keyRuleOf(object));
    const context = isConnected ? ({ ledger: () => ledger, rules: {} } as unknown as Account) : undefined;
    const call = {
      context,
      prior,
      plan: operations,
      replacePaths: [],
      isReplacement,
      diagnostics: new Diagnostics(),
    };
    planConflicts(object, call as unknown as ObjectPlan);
    return { isManaged: ledger.isManaged("CG1"), planned: ledger.withKey("planned", operations).length };
  };

  it("is their object, also without a refresh, and that they are planned", () => {
    expect(known(operations)).toEqual({ isManaged: true, planned: 1 });
    expect(known(null)).toEqual({ isManaged: false, planned: 1 });
  });

  it("is nothing of the second plan of a replacement, or without an account", () => {
    expect(known(null, { isReplacement: true })).toEqual({ isManaged: false, planned: 0 });
    expect(known(operations, { isConnected: false })).toEqual({ isManaged: false, planned: 0 });
  });

  it("is the SID of a planned resource once it is created, by the exact name, and of one without a SID", () => {
    const ledger = new Ledger(keyRuleOf(object));
    const account = { ledger: () => ledger } as unknown as Account;
    ledger.add("planned", undefined, { name: "operations" });
    ledger.add("planned", "CG9", { name: "Operations" });
    ledger.add("planned", undefined, { name: "Operations" });
    noteCreated(object, account, operations);
    expect(ledger.withKey("planned", operations).map(({ id }) => id)).toEqual([undefined, "CG9", "CG1"]);
    noteCreated(object, account, { id: "CG2", name: "Other" });
    expect(ledger.withKey("planned", operations).map(({ id }) => id)).toEqual([undefined, "CG9", "CG1"]);
  });
});
