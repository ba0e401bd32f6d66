import type { Review } from "../../../../src/cli/commands/review/review";
import type { PlannedAttribute, ReviewedChange } from "../../../../src/cli/commands/review/reviewed-change";
import { rendered } from "../../../../src/cli/commands/review/run";
import { openAccount as openReal } from "../../../acceptance/account";
import { closeAccounts, openAccount, type TestAccount } from "../../../acceptance/driven/account";
import type { Facet, Fixtures, Life } from "../../../acceptance/lives/life";
import { lives, scenery } from "../../../acceptance/lives/lives";
import { reference, resource } from "../../../acceptance/resource-block";
import { reviewWith } from "./output/arbitrary-review";
import { reviewOf } from "./reviewed";

afterAll(closeAccounts);

const reviewed = async (account: TestAccount, ...args: string[]): Promise<Review> =>
  reviewOf(await account.keptPlan(...args));

const of = ({ changes }: Review, address: string): ReviewedChange | undefined =>
  changes.find((change) => change.address === address);

const facetsOf = (life: Life, about: Fixtures): [string, Facet][] => Object.entries(life.facets(about.refer));

/** An object for each attribute of each kind, and one more of each kind if wanted. */
function everything(about: Fixtures, which: "first" | "second", withOneMore: boolean): string {
  return lives
    .flatMap((life) => [
      ...facetsOf(life, about).map(([name, facet], index) =>
        resource(life.type, name, { ...life.required(index, about.refer), [facet.attribute]: facet[which] }),
      ),
      ...(withOneMore ? [resource(life.type, "more", life.required(90, about.refer))] : []),
    ])
    .join("");
}

describe("the review of a plan with every attribute of every kind", () => {
  let account: TestAccount;
  let about: Fixtures;

  beforeAll(async () => {
    account = await openAccount();
    about = scenery(account);
  });

  it("reports every new object with what it is given, by its name and not by its SID", async () => {
    await account.write(everything(about, "first", true));
    const { changes, drift } = await reviewed(account);
    expect(drift).toEqual([]);
    const expected = lives.flatMap((life) => [...Object.keys(life.facets(about.refer)), "more"]).length;
    expect(changes).toHaveLength(expected);
    for (const { action, attributes, id, key, name } of changes) {
      expect([action, id]).toEqual(["create", undefined]);
      expect(key ?? name).toEqual(expect.any(String));
      expect(attributes.map((one) => one.name)).not.toContain("id");
      expect(attributes.map((one) => one.name)).not.toContain("members");
    }
    await account.apply();
  });

  it("reports every change attribute by attribute, and what is replaced with its reason", async () => {
    await account.write(everything(about, "second", true));
    const { changes } = await reviewed(account);
    const expected = lives.flatMap((life) =>
      facetsOf(life, about).map(([name]) => `rblmonitor_${life.type}.${name}`),
    );
    expect(changes.map(({ address }) => address).sort()).toEqual(expected.sort());
    for (const life of lives) {
      for (const [name, facet] of facetsOf(life, about)) {
        const change = changes.find(({ address }) => address === `rblmonitor_${life.type}.${name}`);
        const { attribute, along, replaces } = facet;
        expect(change).toMatchObject({ type: life.type, action: replaces ? "replace" : "update" });
        expect(change?.replaced_because).toEqual(replaces ? [attribute] : undefined);
        const names = change?.attributes.map((one) => one.name).sort();
        expect(names).toEqual([attribute, ...(along?.update ?? [])].sort());
        expectValues(
          change?.attributes.find((one) => one.name === attribute),
          facet,
        );
      }
    }
    await account.apply();
  });

  it("reports what is destroyed, and what was changed elsewhere", async () => {
    const source = await account.values("rblmonitor_source.host");
    account.service.account.change(String(source.id), { custom_codes: ["127.0.0.8"] });
    await account.write(everything(about, "second", false));
    const review = await reviewed(account);
    const destroyed = review.changes.filter(({ action }) => action === "destroy");
    expect(destroyed.map(({ address }) => address).sort()).toEqual(
      lives.map(({ type }) => `rblmonitor_${type}.more`).sort(),
    );
    for (const one of destroyed)
      expect(one).toMatchObject({ attributes: [], id: expect.stringMatching(/^[A-Z]{2}/) });
    expect(review.drift).toMatchObject([
      {
        address: "rblmonitor_source.host",
        attributes: [{ name: "custom_codes", before: null, after: ["127.0.0.8"] }],
      },
    ]);
  });
});

function expectValues(attribute: PlannedAttribute | undefined, { first, second }: Facet): void {
  const inOrder = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
  if (first !== undefined) expect(inOrder((attribute as { before: unknown }).before)).toEqual(inOrder(first));
  if (second !== undefined) expect(inOrder((attribute as { after: unknown }).after)).toEqual(inOrder(second));
}

describe("the review", () => {
  let account: TestAccount;
  let about: Fixtures;
  const group = (name: string, label = name) => resource("contact_group", name, { name: label });

  beforeEach(async () => {
    account = await openAccount();
    about = scenery(account);
  });
  afterEach(closeAccounts);

  it("reports moves, imports and what Terraform only forgets as such", async () => {
    account = await openReal();
    const { id } = account.service.account.add("contact_group", { name: "Night" });
    await account.write(group("a") + group("gone"));
    await account.apply();
    await account.write(
      `${group("b", "a")}${group("night", "Nights")}
moved {
  from = rblmonitor_contact_group.a
  to   = rblmonitor_contact_group.b
}
import {
  to = rblmonitor_contact_group.night
  id = "Night"
}
removed {
  from = rblmonitor_contact_group.gone
  lifecycle {
    destroy = false
  }
}
`,
    );
    const review = await reviewed(account);
    expect(review.changes).toHaveLength(3);
    expect(of(review, "rblmonitor_contact_group.b")).toMatchObject({
      action: "move",
      moved_from: "rblmonitor_contact_group.a",
      attributes: [],
    });
    expect(of(review, "rblmonitor_contact_group.night")).toMatchObject({
      action: "update",
      imported: "Night",
      id,
      attributes: [{ name: "name", before: "Night", after: "Nights" }],
    });
    expect(of(review, "rblmonitor_contact_group.gone")).toMatchObject({ action: "forget" });
  });

  it("reports what is known only after the apply, whole values and elements", async () => {
    const host = { host: "192.0.2.1", name: "mx" };
    await account.write(
      resource("host", "mx", { ...host, profile: about.profiles[0], contact_groups: [about.groups[0]] }),
    );
    await account.apply();
    await account.write(
      [
        group("ops"),
        resource("monitoring_profile", "mail", { name: "Mail", frequency: "weekly" }),
        resource("host", "mx", {
          ...host,
          profile: reference("rblmonitor_monitoring_profile.mail.id"),
          contact_groups: [about.groups[0], reference("rblmonitor_contact_group.ops.id")],
        }),
      ].join(""),
    );
    expect(of(await reviewed(account), "rblmonitor_host.mx")?.attributes).toEqual([
      {
        ...{ name: "profile", before: about.profiles[0], after: null, after_unknown: true },
        after_new: ["rblmonitor_monitoring_profile.mail"],
      },
      {
        ...{ name: "contact_groups", before: [about.groups[0]], after: [about.groups[0]], after_unknown: 1 },
        after_new: ["rblmonitor_contact_group.ops"],
      },
    ]);
  });

  it("names the new objects to which a changed one refers, and counts what no expression shows", () => {
    const text = (after_unknown: true | number, ...after_new: string[]) => {
      const attribute = { name: "contact_groups", before: [], after: [], after_unknown, after_new };
      const [change] = [
        { type: "host", action: "update", address: "rblmonitor_host.mx", attributes: [attribute] },
      ];
      return rendered(reviewWith({ changes: [change as unknown as ReviewedChange] }), "table");
    };
    expect(text(2, "rblmonitor_contact_group.mail")).toContain(
      "contact_groups  + rblmonitor_contact_group.mail (new), + 1 (known after apply)\n",
    );
    expect(text(1, "rblmonitor_contact_group.mail")).toContain("+ rblmonitor_contact_group.mail (new)\n");
    expect(text(true)).toContain("(known after apply)\n");
  });

  it("reports a replacement that was requested, and counts changes of other providers", async () => {
    account = await openReal();
    await account.write(group("a"));
    await account.apply();
    await account.write(
      `${group("a")}resource "terraform_data" "one" {}\nresource "terraform_data" "two" {}\n`,
    );
    const review = await reviewed(account, "-replace=rblmonitor_contact_group.a");
    expect(review.others).toBe(2);
    expect(review.changes).toMatchObject([{ action: "replace", replaced_because: ["the option -replace"] }]);
  });

  it("skips fields, actions and types of newer versions, and says what is unknown", async () => {
    await account.write(group("a"));
    const plan = { ...(await account.keptPlan()), future: 1 };
    const [change] = plan.resource_changes ?? [];
    const strange = [
      {
        ...change,
        address: "rblmonitor_contact_group.b",
        change: { ...change?.change, actions: ["hibernate"] },
      },
      { ...change, address: "rblmonitor_agent.a", type: "rblmonitor_agent", new_field: {} },
    ];
    const { changes, notes } = await reviewOf({ ...plan, resource_changes: [change, ...strange] });
    expect(changes).toHaveLength(1);
    expect(notes).toEqual([
      "rblmonitor_contact_group.b: this version does not know the action hibernate.",
      "rblmonitor_agent.a has a type that this version does not know, and is skipped.",
    ]);
  });
});
