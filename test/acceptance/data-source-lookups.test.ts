import { newSid } from "../../src/emulator/account/new-object";
import { closeAccounts, openAccount, type TestAccount } from "./account";
import { byApiVersion, needing } from "./api-version";
import { data, furnished, read, wholeData } from "./seeded-account";

describe("finding an object", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await furnished();
  });
  afterAll(closeAccounts);

  it("works by natural key, in any spelling", async () => {
    await account.write(
      [
        data("host", "name", { host: "MX-1.Example.com." }),
        data("host", "net", { host: "198.51.100.3/30" }),
        data("monitoring_profile", "mail", { name: "Mail" }),
        data("contact_group", "night", { name: "Night" }),
        data("source", "built_in", { host: "Abuse.bl.example.net" }),
        data("source", "uribl", { host: "bl.example.com", type: "uribl" }),
        data("contact", "phone", { contact: "+15550100" }),
        data("contact", "chat", { contact: "ops@example.com", type: "slack" }),
      ].join(""),
    );
    await account.apply();
    const hosts = await read(account, "host");
    expect(hosts.name).toMatchObject({
      id: account.named("host", "MX one").id,
      host: "MX-1.Example.com.",
      paused: true,
    });
    expect(hosts.net).toMatchObject({ id: account.named("host", "net").id, host: "198.51.100.3/30" });
    expect((await read(account, "monitoring_profile")).mail).toMatchObject({ is_default: false });
    expect((await read(account, "contact_group")).night).toMatchObject({
      id: account.named("contact_group", "Night").id,
    });
    const sources = await read(account, "source");
    expect(sources.built_in).toMatchObject({ custom: false, type: "rbl" });
    // Version 3.0 does not return whether it is paused.
    expect(sources.uribl).toMatchObject({
      custom: true,
      paused: byApiVersion({ "4.0": true, "3.0": null }),
    });
    const contacts = await read(account, "contact");
    expect([contacts.phone?.type, contacts.chat?.type]).toEqual(["sms", "slack"]);
  });

  needing("certificate_monitor", () => {
    it("works by natural key of certificate profiles and monitors, too", async () => {
      await account.write(
        [
          data("certificate_profile", "strict", { name: "Strict" }),
          data("certificate_monitor", "smtp", { hostname: "WWW.example.com", protocol: "smtp" }),
          data("certificate_monitor", "port", { hostname: "www.example.com:8443" }),
        ].join(""),
      );
      await account.apply();
      expect((await read(account, "certificate_profile")).strict).toMatchObject({
        alert_on_caa_failure: true,
      });
      const monitors = await read(account, "certificate_monitor");
      expect(monitors.smtp).toMatchObject({ protocol: "smtp" });
      expect(monitors.port).toMatchObject({ protocol: "https", paused: true });
    });
  });

  it("is refused at plan time without exactly one key", async () => {
    const id = account.named("host", "net").id;
    await account.write(
      [
        data("host", "neither"),
        data("host", "both", { id, host: "198.51.100.1" }),
        data("source", "type_alone", { type: "rbl" }),
        data("contact", "type_with_id", { id: newSid("CO"), type: "sms" }),
        wholeData("certificate_monitor", "protocol", { hostname: "www.example.com", protocol: "gopher" }),
        data("contact_group", "profile", { id: newSid("RP") }),
        data("host", "address", { host: "2001:db8::/64" }),
      ].join(""),
    );
    const before = account.service.requestCount;
    const { diagnostics } = await account.plan();
    const said = Object.fromEntries(diagnostics.map((one) => [one.address?.split(".").at(-1), one]));
    expect(said).toEqual({
      neither: expect.objectContaining({
        summary: "Missing key of the host",
        detail: expect.stringContaining("Neither id nor host is set"),
      }),
      both: expect.objectContaining({
        summary: "Conflicting arguments id and host",
        code: 'host = "198.51.100.1"',
      }),
      type_alone: expect.objectContaining({ summary: "Missing key of the source" }),
      type_with_id: expect.objectContaining({
        summary: "Conflicting arguments id and type",
        code: 'type = "sms"',
      }),
      protocol: expect.objectContaining({ summary: "Invalid protocol", code: 'protocol = "gopher"' }),
      profile: expect.objectContaining({
        detail: expect.stringContaining(
          "must be the SID of a contact group (CG and 32 hexadecimal digits), not that of a monitoring profile",
        ),
      }),
      address: expect.objectContaining({ summary: "Invalid host", code: 'host = "2001:db8::/64"' }),
    });
    expect(account.service.requestCount).toBe(before);
  });

  it("fails with no match or several matches, and lists them", async () => {
    const gone = newSid("HT");
    const twins = Array.from(
      { length: 7 },
      () => account.service.account.add("contact_group", { name: "Twins" }).id,
    );
    await account.write(
      [
        data("host", "by_id", { id: gone }),
        data("host", "by_host", { host: "192.0.2.77" }),
        data("source", "by_type", { host: "bl.example.com", type: "rbl_v6" }),
        data("contact_group", "twins", { name: "Twins" }),
        data("contact", "two", { contact: "ops@example.com" }),
      ].join(""),
    );
    const { diagnostics } = await account.plan();
    const said = Object.fromEntries(diagnostics.map((one) => [one.address?.split(".").at(-1), one]));
    const contacts = account.service.account
      .objects("contact")
      .filter(({ contact }) => contact === "ops@example.com");
    expect(said).toEqual({
      by_id: expect.objectContaining({
        summary: "Host not found",
        detail: `The account has no host with the SID ${gone}. Correct id.`,
        code: `id = "${gone}"`,
      }),
      by_host: expect.objectContaining({
        summary: "Host not found",
        detail: "The account has no host with the configured host.",
        code: 'host = "192.0.2.77"',
      }),
      by_type: expect.objectContaining({
        detail:
          "The account has no source with the configured host and type. The API lists active sources only. To look up a paused source, set id.",
      }),
      twins: expect.objectContaining({
        summary: "Several matching contact groups",
        detail: `The account has 7 contact groups with the configured name: ${[...twins].sort().slice(0, 5).join(", ")}, and 2 more. Set id instead of name, to select one of them.`,
        code: 'name = "Twins"',
      }),
      two: expect.objectContaining({
        detail: `The account has 2 contacts with the configured contact: ${contacts
          .map(({ id }) => id)
          .sort()
          .join(", ")}. Set type, or set id instead of contact, to select one of them.`,
      }),
    });
    for (const id of twins) account.service.account.remove(id);
  });

  it("works by id where the API does not list the object", async () => {
    const other = await openAccount({ pausedSources: "unlisted" });
    const { id } = other.service.account.add("source", { host: "bl.example.com", paused: true });
    await other.write(data("source", "paused", { id }));
    await other.apply();
    expect((await read(other, "source")).paused).toMatchObject({
      host: "bl.example.com",
      paused: byApiVersion({ "4.0": true, "3.0": null }),
    });
  });

  needing("certificate_monitor", () => {
    it.each([
      ["kept", "present"],
      ["split", "present"],
      ["split", "absent"],
    ] as const)("goes by a hostname whose port is %s, where the port is %s", async (how, port) => {
      const other = await openAccount({ monitorHostnamePort: how, monitorPort: port });
      const { account: desk } = other.service;
      const hostname = how === "kept" ? "www.example.com:8443" : "www.example.com";
      const added = desk.add("certificate_monitor", { hostname, port: 8443, protocol: "https" });
      const asked = port === "present" ? "www.example.com:8443" : "www.example.com";
      await other.write(data("certificate_monitor", "one", { hostname: asked, protocol: "https" }));
      await other.apply();
      expect((await read(other, "certificate_monitor")).one).toMatchObject({ id: added.id, hostname: asked });
    });
  });
});
