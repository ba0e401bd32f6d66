import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "../../../../src/emulator/account/account";
import type { AnyObject } from "../../../../src/emulator/account/objects";
import type { Kind } from "../../../../src/service/kinds";
import { closeAccounts, openAccount } from "../../../acceptance/account";
import { running } from "../../../acceptance/running-plugin";
import { adopted, removeAdopted } from "./adopted";

afterEach(closeAccounts);
afterAll(removeAdopted);

/** A small account in which no object is as it would be by default. */
function furnish(desk: Account): void {
  const ops = desk.add("contact_group", { name: "Operations", is_default: true }).id;
  const night = desk.add("contact_group", { name: "Night" }).id;
  desk.add("contact", { contact: "ops@example.com", contact_group: [night, ops], paused: true });
  const source = desk.add("source", {
    host: "bl.example.com",
    type: "uribl",
    custom_codes: ["3", "2"],
    paused: true,
  });
  const mail = desk.add("monitoring_profile", {
    name: "Mail",
    frequency: "1_hour",
    sync_method: "use_my_selections",
    entries: [source.id],
    is_default: true,
  }).id;
  for (const n of [1, 2, 10]) {
    const facts = { host: `mx-${n}.example.com`, name: `mx ${n}`, tags: ["in", "a"], paused: n === 2 };
    desk.add("host", { ...facts, profile: mail, contact_group: [night, ops] });
  }
  const strict = desk.add("certificate_profile", {
    name: "Strict",
    expiration_thresholds: [60, 5],
    is_default: true,
    alert_on_expiration: false,
    alert_on_caa_failure: true,
    alert_on_changes: false,
  }).id;
  desk.add("certificate_monitor", {
    hostname: "www.example.com",
    protocol: "smtp",
    name: "www",
    profile: strict,
    contact_group: [ops],
    tags: ["web"],
    paused: true,
  });
}

/** Objects as people would compare two accounts: references by name, lists in order, nothing that an account makes by itself. */
function facts(desk: Account, kind: Kind): readonly string[] {
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named).sort();
    const found = typeof value === "string" ? (desk.find(value) as AnyObject | undefined) : undefined;
    return found === undefined ? value : (found.name ?? found.host);
  };
  return desk.objects(kind).map(({ id, ...rest }) => {
    const { authcode, confirmed, port, ...object } = rest as Readonly<Record<string, unknown>>;
    return JSON.stringify(
      Object.entries(object)
        .map(([name, value]) => [name, named(value)])
        .sort(),
    );
  });
}

describe("adopted code", () => {
  it("says what is not so by default, and refers to objects by name", async () => {
    const account = await openAccount();
    furnish(account.service.account);
    const { files } = await adopted(account.service, {
      kind: ["contact_group", "contact", "monitoring_profile", "host", "source"],
    });
    expect(files["contact_groups.tf"]).toBe(`resource "rblmonitor_contact_group" "default" {
  name = "Default"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact_group" "night" {
  name = "Night"

  lifecycle {
    create_before_destroy = true
  }
}

resource "rblmonitor_contact_group" "operations" {
  name       = "Operations"
  is_default = true

  lifecycle {
    create_before_destroy = true
  }
}
`);
    expect(files["contacts.tf"]).toBe(`resource "rblmonitor_contact" "ops_example_com" {
  contact        = "ops@example.com"
  type           = "email"
  contact_groups = [rblmonitor_contact_group.night.id, rblmonitor_contact_group.operations.id]
  paused         = true
}
`);
    expect(files["monitoring_profiles.tf"]).toContain(`"mail" {
  name       = "Mail"
  frequency  = "1_hour"
  entries    = [rblmonitor_source.bl_example_com.id]
  is_default = true

  lifecycle {
    create_before_destroy = true
  }
}
`);
    expect(files["hosts.tf"]?.match(/"rblmonitor_host" "\w+"/g)?.join()).toBe(
      '"rblmonitor_host" "mx_1","rblmonitor_host" "mx_2","rblmonitor_host" "mx_10"',
    );
  });

  it("is a table of each kind in TypeScript", async () => {
    const account = await openAccount();
    furnish(account.service.account);
    const { files } = await adopted(account.service, { template: "cdktn" });
    expect(files["hosts.ts"]).toContain(`
  return declared(new Construct(scope, "hosts"), Host, {
    mx_1: {
      host: "mx-1.example.com",
      name: "mx 1",
      profile: monitoringProfiles.mail.id,
      contactGroups: [contactGroups.night.id, contactGroups.operations.id],
      tags: ["a", "in"],
    },
`);
  });

  it("leaves createBeforeDestroy to the constructs, whose default it is", async () => {
    const account = await openAccount();
    furnish(account.service.account);
    const { files } = await adopted(account.service, { template: "cdktn" });
    expect(Object.values(files).join("")).not.toContain("lifecycle");
  });

  it("makes the same objects again in an empty account", async () => {
    const account = await openAccount();
    const other = await openAccount();
    furnish(account.service.account);
    // Objects that every account has are not created again.
    for (const kind of ["contact_group", "monitoring_profile", "certificate_profile"] as const) {
      const [first] = account.service.account.objects(kind);
      account.service.account.remove(first?.id ?? "");
    }
    const { folder } = await adopted(account.service);
    await rm(join(folder, "imports.tf"));
    const kinds = [
      "contact_group",
      "contact",
      "source",
      "monitoring_profile",
      "host",
      "certificate_profile",
      "certificate_monitor",
    ] as const;
    const before = kinds.map((kind) => new Set(other.service.account.objects(kind).map(({ id }) => id)));
    await (await other.another({ ...running, folder })).apply();
    for (const [index, kind] of kinds.entries()) {
      const isNew = (fact: string) =>
        !fact.includes('["name","Default"]') &&
        !fact.includes('["name","Public Profile"]') &&
        !fact.includes('["custom",false]');
      const made = facts(other.service.account, kind).filter(isNew).sort();
      expect(made).toEqual(facts(account.service.account, kind).filter(isNew).sort());
      expect(made.length).toBe(other.service.account.objects(kind).length - (before[index]?.size ?? 0));
    }
  });
});
