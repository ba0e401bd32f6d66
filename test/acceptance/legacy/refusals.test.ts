import { itWith } from "../../real-core";
import { openAccount as openReal } from "../account";
import { closeAccounts, openAccount, type TestAccount } from "../driven/account";
import { changesOf } from "../planned-changes";
import { reference, wholeResource as resource } from "../resource-block";
import { wholeData as data } from "../seeded-account";
import type { Diagnostic } from "../terraform-messages";
import { speaking } from "./every-kind";

const [version3, version4] = [speaking("3.0"), speaking("4.0")];
const elsewhere = 'set api_version = "4.0"';

interface Scenery {
  readonly profile: string;
  readonly groups: readonly string[];
}

function scenery({ service }: Pick<TestAccount, "service">): Scenery {
  const { account: desk } = service;
  return {
    profile: desk.add("monitoring_profile", { name: "Mail" }).id,
    groups: ["Operations", "Night"].map((name) => desk.add("contact_group", { name }).id),
  };
}

const host = ({ profile, groups }: Scenery, more: Readonly<Record<string, unknown>>) =>
  resource("host", "one", {
    host: "192.0.2.1",
    name: "one",
    profile,
    contact_groups: [groups[0]],
    ...more,
  });
const contact = ({ groups }: Scenery, more: Readonly<Record<string, unknown>>) =>
  resource("contact", "one", {
    contact: "https://hooks.example.com/in",
    type: "endpoint",
    contact_groups: [groups[0]],
    ...more,
  });

/** An error, and that nothing was written for it. */
async function expectRefused(
  account: Pick<TestAccount, "service" | "census" | "write" | "plan">,
  resources: string,
  expected: Partial<Diagnostic> & { readonly says: readonly string[] },
) {
  const { says, ...rest } = expected;
  const before = account.census();
  await account.write(resources, version3);
  const since = account.service.requestCount;
  const { diagnostics } = await account.plan();
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors).toEqual([expect.objectContaining(rest)]);
  for (const words of says) expect(errors[0]?.detail).toContain(words);
  expect(account.service.requests.slice(since).every(({ method }) => method === "GET")).toBe(true);
  expect(account.census()).toEqual(before);
}

describe("what version 3.0 lacks is refused when it is planned", () => {
  let account: TestAccount;
  let about: Scenery;
  beforeAll(async () => {
    account = await openAccount();
    about = scenery(account);
  });
  afterAll(closeAccounts);

  it("tags of a new host", () =>
    expectRefused(account, host(about, { tags: ["a"] }), {
      address: "rblmonitor_host.one",
      code: 'tags = ["a"]',
      summary: "tags not supported by API version 3.0",
      says: ["API version 3.0 does not support this field of a host", "Remove it", elsewhere],
    }));

  it("several groups for a new host", () =>
    expectRefused(account, host(about, { contact_groups: about.groups }), {
      address: "rblmonitor_host.one",
      code: `contact_groups = ["${about.groups.join('", "')}"]`,
      says: ["API version 3.0 accepts one value when a host is created, not 2", elsewhere],
    }));

  it("a source of IPv6 addresses", () =>
    expectRefused(account, resource("source", "one", { host: "six.example.net", type: "rbl_v6" }), {
      address: "rblmonitor_source.one",
      code: 'type = "rbl_v6"',
      says: ["supports only rbl, uribl for a source", elsewhere],
    }));

  it("codes of a source", () =>
    expectRefused(
      account,
      resource("source", "one", { host: "bl.example.net", type: "rbl", custom_codes: ["127.0.0.2"] }),
      {
        address: "rblmonitor_source.one",
        code: 'custom_codes = ["127.0.0.2"]',
        says: ["API version 3.0 does not support this field of a source", elsewhere],
      },
    ));

  it("args of a contact", () =>
    expectRefused(account, contact(about, { args: reference('{ key = "k-3c9a" }') }), {
      address: "rblmonitor_contact.one",
      code: 'args = { key = "k-3c9a" }',
      says: ["API version 3.0 does not support this field of a contact", elsewhere],
    }));

  itWith("write-only attributes")("write-only args of a contact", () =>
    expectRefused(account, contact(about, { args_wo: reference('{ key = "k-3c9a" }') }), {
      address: "rblmonitor_contact.one",
      code: 'args_wo = { key = "k-3c9a" }',
      says: ["API version 3.0 does not support this field of a contact", elsewhere],
    }),
  );

  it("a certificate profile", () =>
    expectRefused(
      account,
      resource("certificate_profile", "one", { name: "Strict", expiration_thresholds: [5] }),
      {
        address: "rblmonitor_certificate_profile.one",
        summary: "API version 3.0 has no certificate profiles",
        says: [
          "certificate profile cannot be created",
          "API version 3.0 does not support certificate profiles",
          elsewhere,
        ],
      },
    ));

  it("a certificate monitor", () =>
    expectRefused(
      account,
      resource("certificate_monitor", "one", {
        hostname: "shop.example.com",
        protocol: "https",
        name: "shop",
        profile: `CP${"a".repeat(32)}`,
        contact_groups: [about.groups[0]],
      }),
      {
        address: "rblmonitor_certificate_monitor.one",
        summary: "API version 3.0 has no certificate monitors",
        says: ["certificate monitor cannot be created", elsewhere],
      },
    ));

  it.each(["certificate_monitors", "certificate_profiles", "certificate_errors"])(
    "the data source of %s",
    async (type) =>
      expectRefused(await openReal(), data(type, "all"), {
        address: `data.rblmonitor_${type}.all`,
        summary: "Request not sent",
        says: ["API version 3.0 does not support certificate"],
      }),
  );

  it.each(["hosts", "listings"])("the choice of %s by a tag", async (type) =>
    expectRefused(await openReal(), data(type, "all", { tag: "mx" }), {
      address: `data.rblmonitor_${type}.all`,
      code: 'tag = "mx"',
      summary: "API version 3.0 has no tags",
      says: ["Remove tag", elsewhere],
    }),
  );
});

describe("what version 3.0 lacks of what was made over 4.0", () => {
  let account: TestAccount;
  let about: Scenery;
  const certificates = (name: string) =>
    resource("certificate_profile", "one", { name, expiration_thresholds: [5] });

  beforeEach(async () => {
    account = await openAccount();
    about = scenery(account);
  });
  afterEach(closeAccounts);

  it("is refused when tags are changed or taken away", async () => {
    await account.write(host(about, { tags: ["a"] }), version4);
    await account.apply();
    await expectRefused(account, host(about, { tags: ["b"] }), {
      code: 'tags = ["b"]',
      says: ["cannot be changed", "Set it to its value in state", elsewhere],
    });
    await expectRefused(account, host(about, {}), {
      address: "rblmonitor_host.one",
      summary: "tags not supported by API version 3.0",
      says: ["Set it to its value in state"],
    });
  });

  it("goes with the host when another address makes a new one", async () => {
    await account.write(host(about, { tags: ["a"] }), version4);
    await account.apply();
    await expectRefused(account, host(about, { host: "192.0.2.2", tags: ["a"] }), {
      code: 'tags = ["a"]',
      says: ["cannot be sent", "Remove it", elsewhere],
    });
    await account.write(host(about, { host: "192.0.2.2" }), version3);
    expect((await account.apply()).planned).toEqual({ "rblmonitor_host.one": "replace" });
    expect(account.service.account.objects("host")).toEqual([
      expect.objectContaining({ host: "192.0.2.2", tags: [] }),
    ]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("does not stand in the way of other changes", async () => {
    await account.write(host(about, { tags: ["a"] }), version4);
    await account.apply();
    await account.write(
      host(about, { tags: ["a"], name: "two", contact_groups: about.groups, paused: true }),
      version3,
    );
    expect(changesOf(await account.keptPlan())).toEqual({
      "rblmonitor_host.one": { actions: "update", attributes: ["contact_groups", "name", "paused"] },
    });
    await account.applyKept();
    expect(account.named("host", "two")).toMatchObject({
      tags: ["a"],
      contact_group: expect.arrayContaining([...about.groups]),
      paused: true,
    });
    expect((await account.plan()).planned).toEqual({});
  });

  it("is refused when a certificate profile is changed or destroyed, with what to do", async () => {
    await account.write(certificates("Strict"), version4);
    await account.apply();
    await expectRefused(account, certificates("Lax"), {
      address: "rblmonitor_certificate_profile.one",
      says: ["certificate profile cannot be changed", elsewhere],
    });
    const { id } = account.named("certificate_profile", "Strict");
    await expectRefused(account, "", {
      summary: "API version 3.0 has no certificate profiles",
      says: [`The certificate profile ${id} cannot be destroyed`, elsewhere, "terraform state rm"],
    });
  });

  it("forces replacement of a contact with another destination, and warns that it must be confirmed", async () => {
    await account.write(contact(about, {}), version4);
    await account.apply();
    await account.write(contact(about, { contact: "https://hooks.example.com/out" }), version3);
    const { planned, diagnostics } = await account.plan();
    expect(planned).toEqual({ "rblmonitor_contact.one": "replace" });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "warning",
        summary: "API version 3.0 forces replacement of contact",
        code: 'contact = "https://hooks.example.com/out"',
      }),
    ]);
    await account.apply();
    expect(account.service.account.objects("contact").map((one) => one.contact)).toEqual([
      "https://hooks.example.com/out",
    ]);
  });
});

describe("what is not known before the apply", () => {
  afterEach(closeAccounts);

  it("passes in the plan, and is refused before anything is sent for it", async () => {
    const account = await openReal();
    const { profile, groups } = scenery(account);
    const open = resource("contact_group", "new", { name: "New" });
    const both = reference(
      `rblmonitor_contact_group.new.id == "" ? [] : [rblmonitor_contact_group.new.id, "${groups[0]}"]`,
    );
    await account.write(open + host({ profile, groups }, { contact_groups: both }), version3);
    const { diagnostics } = await account.tryApply();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: "error",
        address: "rblmonitor_host.one",
        summary: "contact_groups not supported by API version 3.0",
      }),
    ]);
    expect(account.service.account.objects("host")).toEqual([]);
    expect(account.service.requests.map(({ path }) => path)).not.toContain("/host/add");
  });
});
