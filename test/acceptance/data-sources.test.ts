import type { RecordedRequest } from "../../src/emulator/options";
import { closeAccounts, openAccount, type TestAccount } from "./account";
import { byApiVersion, callOf, isCallOn, needing } from "./api-version";
import { reference, resource } from "./resource-block";
import { data, type Facts, furnished, isSupported, read } from "./seeded-account";

/** Names of what lists have read, or another attribute, by the name of the data source. */
async function namesRead(account: TestAccount, type: string, result = type, attribute = "name") {
  return Object.fromEntries(
    Object.entries(await read(account, type)).map(([name, facts]) => [
      name,
      (facts[result] as readonly Facts[]).map((object) => object[attribute]),
    ]),
  );
}

describe("a list", () => {
  afterEach(closeAccounts);

  it("has the objects that match all arguments", async () => {
    const account = await furnished();
    const group = account.named("contact_group", "Night").id;
    await account.write(
      [
        data("hosts", "pattern", { name_pattern: "mx *" }),
        data("hosts", "domain", { host_pattern: "*.EXAMPLE.com" }),
        data("hosts", "group", { contact_group: group }),
        data("hosts", "listed", { listed: true }),
        data("hosts", "paused", { status: "PAUSED", host_pattern: "mx*" }),
        data("hosts", "type", { type: "ip_range" }),
        data("hosts", "none", { name_pattern: "matches nothing" }),
        data("sources", "custom", { custom: true }),
        data("sources", "type", { type: "uribl", custom: false }),
        data("contacts", "type", { type: "slack" }),
        data("contact_groups", "default", { is_default: true }),
        data("monitoring_profiles", "selected", { sync_method: "use_my_selections" }),
        data("listings", "night", { contact_group: group }),
        data("listings", "other", { name_pattern: "other" }),
      ].join(""),
    );
    await account.apply();
    const names = (type: string, result?: string, attribute?: string) =>
      namesRead(account, type, result, attribute);
    expect(await names("hosts")).toEqual({
      pattern: ["MX one", "MX two"],
      domain: ["MX one", "MX two"],
      group: ["MX two"],
      listed: ["MX two"],
      paused: ["MX one"],
      type: ["net"],
      none: [],
    });
    expect(await names("sources", "sources", "host")).toMatchObject({
      custom: ["bl.example.com", "bl.example.com"],
    });
    expect((await names("sources", "sources", "host")).type).toHaveLength(5);
    expect(await names("contacts", "contacts", "contact")).toEqual({ type: ["ops@example.com"] });
    expect(await names("contact_groups")).toEqual({ default: ["Default"] });
    // Version 3.0 does not return sync_method. A warning reports this.
    const selected = byApiVersion({ "4.0": ["Mail"], "3.0": [] });
    expect(await names("monitoring_profiles")).toEqual({ selected });
    expect(await names("listings", "hosts")).toEqual({ night: ["MX two"], other: [] });
    expect((await read(account, "listings")).other?.total_listed).toBe(1);
  });

  needing("certificate_monitor", () => {
    it("has the certificate monitors that match all arguments", async () => {
      const account = await furnished();
      await account.write(data("certificate_monitors", "protocol", { protocol: "https", paused: false }));
      await account.apply();
      expect(await namesRead(account, "certificate_monitors", "certificate_monitors", "hostname")).toEqual({
        protocol: ["www.example.com"],
      });
    });
  });

  needing("host.tags", () => {
    it("has the objects with a tag", async () => {
      const account = await furnished();
      await account.write(
        [
          data("hosts", "tag", { tag: "in" }),
          data("hosts", "both", { tag: "mx", status: "PAUSED" }),
          data("hosts", "none", { tag: "matches nothing" }),
          data("listings", "other", { tag: "other" }),
        ].join(""),
      );
      await account.apply();
      expect(await namesRead(account, "hosts")).toEqual({ tag: ["MX two"], both: ["MX one"], none: [] });
      expect(await namesRead(account, "listings", "hosts")).toEqual({ other: [] });
    });

    it("warns about a filter by an attribute that the API does not return", async () => {
      const account = await furnished({ lists: "absent" });
      await account.write(data("hosts", "tagged", { tag: "mx" }));
      const { diagnostics } = await account.plan();
      expect(diagnostics).toEqual([
        expect.objectContaining({
          severity: "warning",
          summary: "Incomplete filter tag",
          code: 'tag = "mx"',
        }),
      ]);
    });
  });

  it("is empty where nothing exists, in every form of an empty list", async () => {
    for (const emptyTotalPages of [1, 0] as const) {
      const account = await openAccount({ emptyTotalPages });
      await account.write(
        ["hosts", "contacts", "certificate_monitors", "listings", "certificate_errors"]
          .map((type) => data(type, "all"))
          .join(""),
      );
      await account.apply();
      expect((await read(account, "hosts")).all?.hosts).toEqual([]);
      expect((await read(account, "listings")).all).toMatchObject({ hosts: [], total_listed: 0 });
      if (isSupported("certificate_errors"))
        expect((await read(account, "certificate_errors")).all).toEqual({ total_errors: 0, errors: [] });
    }
  });
});

describe("data sources", () => {
  afterEach(closeAccounts);

  it("wait for objects that the same run creates, and then have all their attributes", async () => {
    const account = await openAccount({ createReturns: "id" });
    const group = reference("rblmonitor_contact_group.ops.id");
    const profile = reference("rblmonitor_monitoring_profile.mail.id");
    await account.write(
      [
        resource("contact_group", "ops", { name: "Operations" }),
        resource("monitoring_profile", "mail", { name: "Mail", frequency: "weekly" }),
        data("hosts", "before", { profile, depends_on: [reference("rblmonitor_contact_group.ops")] }),
        resource("host", "mx", {
          host: "192.0.2.1",
          name: "mx",
          profile,
          contact_groups: [group],
          tags: ["in"],
          depends_on: [reference("data.rblmonitor_hosts.before")],
        }),
        data("contact_group", "ops", { id: group }),
        data("host", "id", { id: reference("rblmonitor_host.mx.id") }),
        data("host", "key", { host: "192.0.2.1", depends_on: [reference("rblmonitor_host.mx")] }),
        resource("contact", "chat", {
          // With it, nothing of the contact is left open, so that it is not read once more.
          ...{ contact: "ops", type: "slack", contact_groups: [group], schedule: "every_check" },
        }),
        data("contact", "id", { id: reference("rblmonitor_contact.chat.id") }),
        data("hosts", "after", { profile, depends_on: [reference("rblmonitor_host.mx")] }),
      ].join(""),
      "page_size = 1",
    );
    await account.apply();
    expect((await read(account, "contact_group")).ops).toMatchObject({ name: "Operations" });
    const { id, key } = await read(account, "host");
    const tags = byApiVersion<unknown>({ "4.0": ["in"], "3.0": null });
    expect(id).toMatchObject({ host: "192.0.2.1", listed: false, type: "rbl", tags });
    expect(key).toEqual(id);
    expect((await read(account, "contact")).id).toMatchObject({ type: "slack", status: "pending" });
    const { before, after } = await read(account, "hosts");
    expect([before?.hosts, after?.hosts]).toEqual([[], [id]]);
    expect((await account.plan()).planned).toEqual({});
  });

  it("send no requests in addition to those of their plan", async () => {
    const account = await openAccount();
    const { account: desk } = account.service;
    const group = desk.add("contact_group", { name: "Operations" }).id;
    const profile = desk.add("monitoring_profile", { name: "Mail" }).id;
    const hosts = resource("host", "mx", {
      count: reference("12"),
      host: reference(`"mx-\${count.index}.example.com"`),
      name: "mx",
      profile,
      contact_groups: [group],
    });
    const pages = "page_size = 10";
    await account.write(hosts, pages);
    await account.apply();
    const requestsOf = async (configuration: string) => {
      await account.write(configuration, pages);
      const before = account.service.requestCount;
      expect((await account.plan()).code).toBe(0);
      return account.service.requests.slice(before);
    };
    const looking = [
      hosts,
      data("hosts", "all"),
      data("hosts", "listed", { listed: true }),
      data("host", "one", { host: "mx-11.example.com" }),
      ...[1, 2, 3].map((n) => data("host", `n${n}`, { id: desk.objects("host").at(-n)?.id })),
      ...["a", "b", "c"].map((name) => data("listings", name)),
    ];
    const requests = await requestsOf(looking.join(""));
    const isOfHosts = (request: RecordedRequest) =>
      isCallOn(request, "list", "host") || isCallOn(request, "get", "host");
    // Two pages of hosts, and one read by id of a host on the second page, sent before the whole list was needed.
    expect(requests.filter(isOfHosts).length).toBeLessThanOrEqual(3);
    expect(requests.filter((request) => !isOfHosts(request))).toEqual([
      expect.objectContaining(callOf("listings")),
    ]);
  });

  needing("reported request limits", () => {
    it("send one request if only the limit is read", async () => {
      const account = await openAccount();
      await account.write(data("rate_limit", "now") + data("rate_limit", "again"));
      expect((await account.plan()).code).toBe(0);
      expect(account.service.requestCount).toBe(1);
    });

    it("return the remaining requests of the account's hour", async () => {
      const account = await openAccount({ limits: { hour: 40, read: 100 } });
      await account.write(data("rate_limit", "now"));
      await account.apply();
      const { now } = await read(account, "rate_limit");
      expect(now).toMatchObject({
        limit: 40,
        policies: [
          { limit: 40, window: 3600 },
          { limit: 100, window: 1 },
        ],
      });
      expect(now?.remaining).toBe(40 - account.service.requestCount);
    });
  });

  it("are refused with both causes where the account's plan has no such kind", async () => {
    const account = await openAccount({ plan: "free" });
    await account.write(
      data("sources", "all") + data("hosts", "all") + data("monitoring_profile", "one", { name: "x" }),
    );
    const { diagnostics } = await account.plan();
    expect(diagnostics.map(({ address, summary }) => [address, summary]).sort()).toEqual([
      ["data.rblmonitor_monitoring_profile.one", "Access denied"],
      ["data.rblmonitor_sources.all", "Access denied"],
    ]);
    for (const { detail } of diagnostics) expect(detail).toMatch(/account's plan[\s\S]*client IP addresses/);
  });
});
