import { destroyLimit } from "../../../../src/cli/commands/review/destroy-limit";
import { noFacts, queryAccount } from "../../../../src/cli/commands/review/facts";
import { type Review, reviewPlan } from "../../../../src/cli/commands/review/review";
import { rendered } from "../../../../src/cli/commands/review/run";
import { readPlan } from "../../../../src/cli/plan/read-plan";
import { Account } from "../../../../src/provider/account";
import { openAccount as openReal } from "../../../acceptance/account";
import { closeAccounts, openAccount } from "../../../acceptance/driven/account";
import { scenery } from "../../../acceptance/lives/lives";
import { resource } from "../../../acceptance/resource-block";
import { itWith } from "../../../real-core";
import { reviewAsking, reviewOf } from "./reviewed";

afterEach(closeAccounts);

const kindsOf = ({ warnings }: Review) => warnings.map(({ kind }) => kind);

describe("a subnet in a review", () => {
  /** The review of a plan that destroys a subnet of 16 hosts, and keeps two hosts. */
  async function destroyed(maxDestroyed?: string): Promise<Review> {
    const account = await openAccount();
    const { profiles, groups } = scenery(account);
    const host = (name: string, address: string) =>
      resource("host", name, { host: address, name, profile: profiles[0], contact_groups: [groups[0]] });
    const kept = host("a", "192.0.2.1") + host("b", "192.0.2.2");
    await account.write(kept + host("net", "203.0.113.0/28"));
    await account.apply();
    await account.write(kept);
    return reviewPlan({
      name: "plan.json",
      plan: readPlan("plan.json", JSON.stringify(await account.keptPlan())),
      pageSize: 10,
      maxDestroyed: maxDestroyed === undefined ? undefined : destroyLimit(maxDestroyed),
      query: async () => noFacts([]),
    });
  }

  it("counts with its hosts for --max-destroyed, as a number and as a share", async () => {
    for (const [limit, isExceeded] of [
      ["15", true],
      ["16", false],
      ["80%", true],
      ["90%", false],
    ] as const)
      expect([limit, kindsOf(await destroyed(limit)).includes("destroy_limit")]).toEqual([limit, isExceeded]);
  });

  it("counts with its hosts where most of a kind goes, in the summary and in the pages of a new plan", async () => {
    const review = await destroyed();
    expect(review.warnings).toMatchObject([
      { kind: "many_destroyed", text: "16 of 18 hosts are destroyed. Is this intended?" },
    ]);
    expect(review.changes).toMatchObject([{ objects: 16 }]);
    expect(rendered(review, "table")).toContain("\n1 destroyed (16 hosts). Apply: 17 requests");
    expect(rendered(review, "markdown")).toContain("destroyed: 16 hosts");
    expect(review.cost.refresh).toBe(2);
  });

  it("counts each address once when a smaller subnet replaces it, and none for a host that moves", async () => {
    const account = await openAccount();
    const { profiles, groups } = scenery(account);
    const hosts = (moved: string, subnet: string) =>
      Object.entries({ moved, subnet })
        .map(([name, host]) =>
          resource("host", name, { host, name, profile: profiles[0], contact_groups: [groups[0]] }),
        )
        .join("");
    await account.write(hosts("192.0.2.1", "203.0.113.0/28"));
    await account.apply();
    await account.write(hosts("192.0.2.2", "203.0.113.0/29"));
    const plan = readPlan("plan.json", JSON.stringify(await account.keptPlan()));
    const query = async () => noFacts([]);
    const { warnings } = await reviewPlan({ name: "plan.json", plan, pageSize: 10, query });
    expect(warnings.filter(({ kind }) => kind === "fewer_addresses").map(({ text }) => text)).toEqual([
      "203.0.113.0/28 becomes 203.0.113.0/29: 8 of 16 addresses will not be checked any more.",
    ]);
    expect(warnings.find(({ kind }) => kind === "history_lost")?.text).toMatch(
      /^The plan replaces 17 hosts:/,
    );
  });

  it("counts with its addresses where it is new, and its alerts reach no one", async () => {
    const account = await openAccount();
    const { profiles, groups } = scenery(account);
    const fields = { host: "203.0.113.0/24", name: "net", profile: profiles[0], contact_groups: [groups[0]] };
    await account.write(resource("host", "net", fields));
    const { url: baseUrl, accountSid, authToken } = account.service;
    const asked = new Account({ baseUrl, accountSid, authToken });
    const { warnings } = await reviewAsking(await account.keptPlan(), (questions) =>
      queryAccount(asked, questions),
    );
    expect(warnings.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Alerts about 256 hosts will reach no one:/),
    ]);
  });
});

const sid = (prefix: string) => `${prefix}${"1".repeat(32)}`;
const group = { id: sid("CG"), name: "Ops", is_default: false };
const host = {
  ...{ id: sid("HT"), host: "192.0.2.1", name: "mx", profile: sid("RP"), paused: false, tags: null },
  ...{ contact_groups: [group.id], members: [{ id: sid("HT"), host: "192.0.2.1" }] },
};

/** A plan with those actions on a host and on its group. */
function planOf(actions: { readonly host: readonly string[]; readonly group: readonly string[] }) {
  const all = [
    ["host", host, actions.host],
    ["contact_group", group, actions.group],
  ] as const;
  const named = (type: string) => ({
    ...{ address: `rblmonitor_${type}.one`, mode: "managed", type: `rblmonitor_${type}`, name: "one" },
  });
  const isNew = (some: readonly string[]) => some.includes("create");
  return {
    format_version: "1.2",
    prior_state: {
      values: { root_module: { resources: all.map(([type, values]) => ({ ...named(type), values })) } },
    },
    planned_values: {
      root_module: {
        resources: all
          .filter(([, , some]) => isNew(some))
          .map(([type, { id: _, ...values }]) => ({ ...named(type), values })),
      },
    },
    resource_changes: all.map(([type, { id, ...values }, some]) => ({
      ...named(type),
      change: {
        actions: some,
        before: { id, ...values },
        after: isNew(some) ? values : null,
        after_unknown: isNew(some) ? { id: true } : {},
      },
    })),
  };
}

describe("an object that a plan forgets", () => {
  it("still uses a group that the plan destroys: the advice is not to update it", async () => {
    const { warnings } = await reviewOf(planOf({ host: ["forget"], group: ["delete"] }));
    const [warning] = warnings.filter(({ kind }) => kind === "destroyed_in_use");
    expect(warning?.addresses).toEqual(["rblmonitor_contact_group.one"]);
    expect(warning?.text).toBe(
      "The account keeps rblmonitor_host.one, which the plan forgets, and the service refuses to delete a contact group in use. Forget the contact group, too, with a removed block and destroy = false, or destroy its users.",
    );
    expect(kindsOf(await reviewOf(planOf({ host: ["forget"], group: ["forget"] })))).toEqual([]);
  });

  it("is still watched, and not compared with another one that is created as paused", async () => {
    const plan = planOf({ host: ["create", "forget"], group: ["no-op"] });
    for (const { type, change } of plan.resource_changes)
      if (type === "rblmonitor_host") Object.assign(change.after ?? {}, { host: "192.0.2.2", paused: true });
    expect(kindsOf(await reviewOf(plan))).toEqual([]);
  });

  it.each([[["create", "forget"]], [["forget", "create"]]])(
    "stays in the account where %j creates another one",
    async (actions) => {
      const review = await reviewOf(planOf({ host: actions, group: ["delete"] }));
      expect(review.changes).toMatchObject([
        { action: "create", address: "rblmonitor_host.one", left_behind: host.id },
        { action: "destroy" },
      ]);
      expect(kindsOf(review)).toContain("destroyed_in_use");
      expect(rendered(review, "table")).toContain(`${host.id} stays in the account, unmanaged`);
    },
  );
});

it.each([
  ["forget", [["already_exists", "rblmonitor_host.other"]]],
  ["delete", [["recreated", "rblmonitor_host.mx"]]],
])("an object with the address of another, after the action %s, exists or not", async (action, expected) => {
  const account = await openAccount();
  const { profiles, groups } = scenery(account);
  const block = (name: string) =>
    resource("host", name, {
      ...{ host: "192.0.2.1", name, profile: profiles[0], contact_groups: [groups[0]] },
    });
  await account.write(block("mx"));
  await account.apply();
  await account.write(block("other"));
  const plan = JSON.stringify(await account.keptPlan()).replace('["delete"]', JSON.stringify([action]));
  const { url: baseUrl, accountSid, authToken } = account.service;
  const asked = new Account({ baseUrl, accountSid, authToken });
  const { warnings } = await reviewAsking(JSON.parse(plan), (questions) => queryAccount(asked, questions));
  expect(warnings.map(({ kind, addresses }) => [kind, ...addresses])).toEqual(expected);
});

itWith("removed blocks with lifecycle")("a host of a removed block stays in the coverage", async () => {
  const account = await openReal();
  const { profiles, groups } = scenery(account);
  const facts = { profile: profiles[0], contact_groups: [groups[0]] };
  await account.write(resource("host", "mx", { ...facts, host: "192.0.2.1", name: "mx" }));
  await account.apply();
  await account.write("removed {\n  from = rblmonitor_host.mx\n  lifecycle {\n    destroy = false\n  }\n}\n");
  const { changes, warnings, coverage, cost } = await reviewOf(await account.keptPlan());
  expect(changes).toMatchObject([{ action: "forget", address: "rblmonitor_host.mx" }]);
  expect([warnings, cost.requests]).toEqual([[], { least: 0, most: 0 }]);
  expect(coverage.after).toEqual(coverage.before);
  const before = account.service.requestCount;
  await account.applyKept();
  expect(account.service.requestCount - before).toBe(0);
  expect(account.service.account.objects("host")).toHaveLength(1);
});
