import type { Emulator, EmulatorOptions } from "../../../src/emulator/emulator";
import { kindTables } from "../../../src/provider/data/kinds";
import type { ObjectValue } from "../../../src/terraform/values/object-value";
import { reported, sent } from "../../terraform/rpc/session";
import { argumentsOf, closeAll, emulated, namesIn, Process } from "./query";

let service: Emulator;

afterEach(closeAll);

async function open(settings: EmulatorOptions = {}, given: ObjectValue = {}): Promise<Process> {
  service = await emulated(settings);
  return Process.start(service, given);
}

describe("the arguments of a list", () => {
  it.each(Object.values(kindTables).map(({ kind, filters }) => [kind, Object.keys(filters)] as const))(
    "of every %s are the filters of its data source",
    (kind, filters) => {
      // Built-in sources cannot be managed, so each result is a custom one.
      expect(Object.keys(argumentsOf(kind))).toEqual(filters.filter((name) => name !== "custom"));
    },
  );

  it("narrow the list together", async () => {
    const process = await open();
    const { account } = service;
    const group = account.add("contact_group", { name: "Night" }).id;
    account.add("host", { host: "192.0.2.1", name: "mx 1", tags: ["in"], contact_group: [group] });
    account.add("host", { host: "192.0.2.2", name: "mx 2", tags: ["in"] });
    account.add("host", {
      host: "192.0.2.3",
      name: "web",
      tags: ["in"],
      contact_group: [group],
      paused: true,
    });
    const listed = async (config: ObjectValue) => namesIn(await process.query("host", { config }));
    expect(await listed({ name_pattern: "MX*", contact_group: group.toLowerCase() })).toEqual([
      "mx 1 (192.0.2.1)",
    ]);
    expect(await listed({ tag: "in", paused: true })).toEqual(["web (192.0.2.3)"]);
    expect(await listed({ tag: "out" })).toEqual([]);
  });

  it("are refused before listing where they are not valid, and unknown ones pass", async () => {
    const process = await open();
    const check = async (config: ObjectValue) =>
      reported(
        (
          await process.call("validateListResourceConfig", {
            typeName: "rblmonitor_host",
            config: sent(argumentsOf("host"), config),
          })
        ).diagnostics,
      );
    expect(await check({ profile: "CG0123456789abcdef0123456789abcdef" })).toEqual([
      expect.stringContaining("error at profile"),
    ]);
    expect(await check({ name_pattern: "" })).toEqual([expect.stringContaining("error at name_pattern")]);
    expect(await check({ tag: "in" })).toEqual([]);
  });

  it("that filter by a value that the service does not return skip objects with a warning", async () => {
    const process = await open({ lists: "absent" });
    service.account.add("host", { host: "192.0.2.1", name: "mx", tags: ["in"] });
    const { results, warnings } = await process.query("host", { config: { tag: "in" } });
    expect(results).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^warning at tag: Incomplete filter tag: .* 1 of 1 objects\. .*Remove tag to include them\.$/,
      ),
    ]);
  });
});

describe("display names", () => {
  it("are names, with a detail that distinguishes objects", async () => {
    const process = await open({ plan: "ultimate" });
    const { account } = service;
    account.add("host", { host: "192.0.2.1", name: "mx 1" });
    account.add("host", { host: "example.com", name: "example.com" });
    account.add("source", { host: "bl.example.net", type: "uribl" });
    account.add("certificate_monitor", { hostname: "www.example.com", protocol: "https", name: "www" });
    account.add("contact_group", { name: "Night" });
    expect(namesIn(await process.query("host"))).toEqual(["mx 1 (192.0.2.1)", "example.com"]);
    expect(namesIn(await process.query("source"))).toEqual(["bl.example.net (uribl)"]);
    expect(namesIn(await process.query("certificate_monitor"))).toEqual(["www (www.example.com, https)"]);
    expect(namesIn(await process.query("contact_group"))).toContain("Night");
  });

  it("mask destinations that are credentials, with and without the object", async () => {
    const process = await open();
    const add = (type: string, contact: string) => service.account.add("contact", { type, contact });
    add("email", "ops@example.com");
    add("slack", "https://hooks.example.com/services/T000/B000/verysecretx7Kq");
    add("pagerduty", "0123456789abcdef0123456789abcdef");
    const shown = ["ops@example.com (email)", "https://hooks.example.com/…x7Kq (slack)", "…cdef (pagerduty)"];
    expect(namesIn(await process.query("contact"))).toEqual(shown);
    expect(namesIn(await process.query("contact", { object: true }))).toEqual(shown);
  });

  it("are one line on which nothing acts, and the SID where the service returns no name", async () => {
    const process = await open();
    const { id } = service.account.add("contact_group", { name: "" });
    service.account.add("contact_group", { name: "two\nlines\u001b[31m \u202e red" });
    const names = namesIn(await process.query("contact_group"));
    expect(names).toContain(id);
    expect(names).toContain("two lines\\u{1b}[31m \\u{202e} red");
  });
});

describe("an object that cannot be managed", () => {
  it("is left out: a built-in source, without a request for it", async () => {
    const process = await open();
    service.account.add("source", { host: "bl.example.net", type: "rbl" });
    expect(service.account.objects("source").length).toBeGreaterThan(1);
    const { results, warnings, requests } = await process.query("source", { object: true });
    expect(results.map(({ name }) => name)).toEqual(["bl.example.net (rbl)"]);
    expect([warnings, requests]).toEqual([[], ["GET /rbl/sources 1"]]);
  });
});

describe("a subnet", () => {
  const cidr = "198.51.100.16/30";

  /** An account with a subnet between two hosts, as the provider creates it. */
  async function withSubnet(settings: EmulatorOptions): Promise<void> {
    service = await emulated(settings);
    const { account } = service;
    account.add("host", { host: "192.0.2.1", name: "before" });
    await fetch(`${service.url}/rbl/hosts.json`, {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${service.accountSid}:${service.authToken}`)}` },
      body: new URLSearchParams({
        host: cidr,
        name: "office",
        profile: account.objects("monitoring_profile")[0]?.id ?? "",
        contact_group: account.objects("contact_group")[0]?.id ?? "",
      }),
    });
    account.add("host", { host: "192.0.2.2", name: "after" });
  }
  const subnet = `office (${cidr})`;
  const addresses = [16, 17, 18, 19].map((last) => `office (198.51.100.${last})`);

  it.each([
    ["one", "oldest-first", ["before (192.0.2.1)", subnet, "after (192.0.2.2)"]],
    ["parent-and-children", "oldest-first", ["before (192.0.2.1)", subnet, "after (192.0.2.2)"]],
    ["parent-and-children", "newest-first", ["after (192.0.2.2)", subnet, "before (192.0.2.1)"]],
    ["flat", "oldest-first", ["before (192.0.2.1)", ...addresses, "after (192.0.2.2)"]],
  ] as const)(
    "that is stored as %s, %s, is one result as its identity demands",
    async (subnetCreate, listOrder, names) => {
      await withSubnet({ subnetCreate, listOrder });
      const found = await (await Process.start(service)).query("host");
      expect(namesIn(found)).toEqual(names);
      const whole = found.results.find(({ name }) => name === subnet);
      if (subnetCreate !== "flat") expect(whole?.identity.id).toBe(cidr);
      expect(found.requests).toEqual(["GET /rbl/hosts 1"]);
    },
  );

  it("has its members wherever they stand in the list, and each page is read once", async () => {
    await withSubnet({ subnetCreate: "parent-and-children" });
    const process = await Process.start(service, { page_size: 2 });
    const { results, requests } = await process.query("host", { object: true });
    expect(results.map(({ name }) => name)).toEqual(["before (192.0.2.1)", subnet, "after (192.0.2.2)"]);
    const { members } = results[1]?.object ?? {};
    expect(Array.isArray(members) && members.length).toBe(5);
    expect([...requests].sort()).toEqual([1, 2, 3, 4].map((page) => `GET /rbl/hosts ${page}`));
  });

  it("whose parent was deleted is the hosts that are left, for two requests", async () => {
    await withSubnet({ subnetCreate: "parent-and-children", parentDelete: "keeps-children" });
    const parent = service.account.objects("host").find(({ host }) => host === cidr);
    service.account.remove(parent?.id ?? "");
    const { results, requests } = await (await Process.start(service)).query("host");
    expect(results.map(({ name }) => name)).toEqual([
      "before (192.0.2.1)",
      ...addresses,
      "after (192.0.2.2)",
    ]);
    const read = expect.stringMatching(/^GET \/rbl\/hosts\/HT/);
    expect(requests).toEqual(["GET /rbl/hosts 1", read, read]);
  });
});

describe("over API 3.0", () => {
  it("kinds that it does not have are an error that names the way out", async () => {
    const process = await open({}, { api_version: "3.0" });
    const { errors, requests } = await process.query("certificate_monitor");
    expect(errors).toEqual([
      expect.stringMatching(/^error at : API version 3\.0 has no certificate monitors: /),
    ]);
    expect(requests).toEqual([]);
  });

  it("filters that it does not have are refused at the filter", async () => {
    const process = await open({}, { api_version: "3.0" });
    const { errors } = await process.query("host", { config: { tag: "in" } });
    expect(errors).toEqual([expect.stringContaining("error at tag: API version 3.0 has no tags")]);
  });
});

describe("a list that the service refuses", () => {
  it("is an error with the service's words, and others are listed", async () => {
    const process = await open();
    service.faults.arm({ fault: "429", path: "/rbl/sources", retryAfter: 3_000, times: 100 });
    const [sources, groups] = await Promise.all([process.query("source"), process.query("contact_group")]);
    expect(sources.errors).toEqual([expect.stringContaining("Rate limit exceeded")]);
    expect(groups.errors).toEqual([]);
    expect(groups.results.length).toBeGreaterThan(0);
  });

  it("is an error where credentials are wrong", async () => {
    service = await emulated();
    const process = await Process.start(service, { auth_token: "f".repeat(64) });
    expect((await process.query("host")).errors).toEqual([expect.stringContaining("Authentication failed")]);
  });
});
