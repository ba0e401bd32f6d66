import { type Kind, kindNames } from "../../src/service/kinds";
import { body, declared, existing } from "../objects";
import { itWith } from "../real-core";
import { type Configuration, closeAccounts, openAccount, type TestAccount } from "./account";
import { lackOf, needing } from "./api-version";
import { generatingImportBlock, importBlock, resource } from "./resource-block";
import type { Diagnostic } from "./terraform-messages";

const none = "0".repeat(32);

describe("an import", () => {
  let account: TestAccount;
  /** SIDs of objects, by what the tests call them. */
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    account = await openAccount({ pausedSources: "listed" });
    const { account: desk } = account.service;
    const group = desk.add("contact_group", { name: "Operations" }).id;
    const profile = desk.add("monitoring_profile", { name: "Mail", frequency: "weekly" }).id;
    const certificates = desk.add("certificate_profile", { name: "Strict" }).id;
    const entries = desk
      .objects("source")
      .slice(0, 2)
      .map(({ id }) => id);
    const notifying = { profile, contact_group: [group], tags: ["a"] };
    const monitoring = { ...notifying, profile: certificates };
    ids = {
      group,
      profile,
      certificates,
      selection: desk.add("monitoring_profile", { name: "Few", entries }).id,
      mail: desk.add("host", { ...notifying, host: "mail.example.com", name: 'The "main" %{host}' }).id,
      source: desk.add("source", { host: "bl.example.net", custom_codes: ["127.0.0.2"], paused: true }).id,
      shop: desk.add("certificate_monitor", { ...monitoring, hostname: "shop.example.com" }).id,
      shopMail: desk.add("certificate_monitor", {
        ...monitoring,
        hostname: "shop.example.com",
        protocol: "smtp",
      }).id,
      port: desk.add("certificate_monitor", { ...monitoring, hostname: "shop.example.com:8443" }).id,
      www: desk.add("certificate_monitor", { ...monitoring, hostname: "www.example.com", tags: [] }).id,
      email: desk.add("contact", { contact: "ops@example.com", contact_group: [group] }).id,
      endpoint: desk.add("contact", {
        contact: "https://hooks.example.com/in",
        type: "endpoint",
        contact_group: [group],
        args: { key: "k" },
      }).id,
      twin: desk.add("contact_group", { name: "Twins" }).id,
      otherTwin: desk.add("contact_group", { name: "Twins" }).id,
      builtIn: entries[0] ?? "",
      otherBuiltIn: entries[1] ?? "",
      ...Object.fromEntries(
        otherKinds.map((kind) => [kind, desk.add(kind, { ...body(kind, 1, existing(account.service)) }).id]),
      ),
      builtInHost: desk.objects("source")[1]?.host ?? "",
    };
  });
  afterAll(closeAccounts);

  const keys: readonly (readonly [Kind, of: string, given: string])[] = [
    ["contact_group", "group", " Operations "],
    ["monitoring_profile", "profile", "Mail"],
    ["monitoring_profile", "selection", "Few"],
    ["certificate_profile", "certificates", "Strict"],
    ["host", "mail", "MAIL.example.com."],
    ["source", "source", "BL.example.net"],
    ["certificate_monitor", "shop", "shop.example.com/https"],
    ["certificate_monitor", "shopMail", "SHOP.example.com/smtp"],
    ["certificate_monitor", "port", "shop.example.com:8443"],
    ["certificate_monitor", "www", "www.example.com"],
    ["contact", "email", "ops@example.com"],
    ["contact", "endpoint", "https://hooks.example.com/in"],
  ];
  const otherKinds = kindNames.filter((kind) => !keys.some(([of]) => of === kind));
  const everyKind = [
    ...keys,
    ...otherKinds.map((kind) => [kind, kind, String(Reflect.get(body(kind), "name"))] as const),
  ];
  // Terraform cannot write the configuration of a profile if the API does not return the frequency.
  const needOf = (kind: Kind) => (kind === "monitoring_profile" ? "reported frequency" : kind);
  const found = everyKind.filter(([kind]) => lackOf(needOf(kind)) === undefined);
  const address = (kind: Kind, name: string) => `rblmonitor_${kind}.${name}`;

  const itGenerates = itWith("generated configuration of hosts");
  describe("by natural key, with the configuration that Terraform generates", () => {
    let adopted: Configuration;
    const blocksOf = (block: typeof generatingImportBlock) =>
      found.map(([kind, of, given]) => block(address(kind, of), given)).join("");

    beforeAll(async () => {
      adopted = await account.another();
      await adopted.write(blocksOf(generatingImportBlock));
    });

    itGenerates("plans only the import, for every kind", async () => {
      const written = await adopted.plan("-generate-config-out=generated.tf");
      expect([written.code, written.text.match(/"@level":"error".*/)]).toEqual([0, null]);
      await adopted.write(blocksOf(importBlock));
      const actions = new Set(Object.values((await adopted.apply()).planned));
      expect([...actions]).toEqual(["import"]);
    });

    itGenerates("imports the right object, and then plans no change", async () => {
      expect((await adopted.plan()).planned).toEqual({});
      for (const [kind, of] of found)
        expect([of, (await adopted.values(address(kind, of))).id]).toEqual([of, ids[of]]);
      expect(new Set(found.map(([kind]) => kind)).size).toBe(
        kindNames.filter((kind) => lackOf(needOf(kind)) === undefined).length,
      );
    });
  });

  const refusedOfEveryKind: readonly (readonly [
    title: string,
    Kind,
    given: () => string,
    summary: string,
    said: readonly (string | (() => string | undefined))[],
  ])[] = [
    [
      "a SID that does not exist",
      "contact_group",
      () => `CG${none}`,
      "Contact group not found",
      [`the SID CG${none}`],
    ],
    [
      "a SID of another kind",
      "contact_group",
      () => `RP${none}`,
      "SID of a monitoring profile",
      [`RP${none}`, "contact group", "rblmonitor_monitoring_profile"],
    ],
    [
      "a name that nothing has",
      "monitoring_profile",
      () => "Post",
      "Monitoring profile not found",
      ['"Post"', "its name", "RP and 32"],
    ],
    [
      "a name in other letters",
      "contact_group",
      () => "operations",
      "Contact group not found",
      ['"operations"'],
    ],
    [
      "a name that two have",
      "contact_group",
      () => "Twins",
      "Several matching contact groups",
      ['2 contact groups "Twins"', () => ids.twin, () => ids.otherTwin],
    ],
    [
      "a hostname with two monitors",
      "certificate_monitor",
      () => "shop.example.com",
      "Several matching certificate monitors",
      [() => ids.shop, () => ids.shopMail],
    ],
    [
      "a protocol that is not monitored",
      "certificate_monitor",
      () => "www.example.com/imaps",
      "Certificate monitor not found",
      ['"www.example.com/imaps"', "such as www.example.com/https"],
    ],
    [
      "a port that is not monitored",
      "certificate_monitor",
      () => "www.example.com:444",
      "Certificate monitor not found",
      ["www.example.com:444"],
    ],
    [
      "a built-in source by its SID",
      "source",
      () => ids.builtIn ?? "",
      "cannot be managed",
      [() => ids.builtIn, "built-in source", "read-only"],
    ],
    [
      "a built-in source by its hostname",
      "source",
      () => ids.builtInHost ?? "",
      "cannot be managed",
      [() => ids.otherBuiltIn, "built-in source", "read-only"],
    ],
    ["an address without a host", "host", () => "192.0.2.200", "Host not found", ["192.0.2.200"]],
    [
      "a destination of no contact",
      "contact",
      () => "x@example.com",
      "Contact not found",
      ["its destination"],
    ],
  ];

  const refused = refusedOfEveryKind.filter(([, kind]) => lackOf(kind) === undefined);

  describe("that is refused", () => {
    let diagnostics: readonly Diagnostic[];
    let requests: number;

    // All in one plan, since Terraform reports everything that it finds.
    beforeAll(async () => {
      const configuration = await account.another();
      await configuration.write(
        refused
          .map(
            ([, kind, given], n) =>
              resource(kind, `refused_${n}`, declared(kind, 1, existing(account.service))) +
              importBlock(address(kind, `refused_${n}`), given()),
          )
          .join(""),
      );
      const before = account.service.requestCount;
      ({ diagnostics } = await configuration.plan());
      requests = account.service.requestCount - before;
    });

    it.each(refused.map(([title, , , summary, said]) => ({ title, summary, said })))(
      "because of $title says so",
      ({ summary, said }) => {
        // Terraform does not say to which resource an error of an import belongs.
        const about = diagnostics.filter(({ summary: text, detail }) =>
          [summary, ...said.map((part) => (typeof part === "string" ? part : String(part())))].every((part) =>
            `${text}\n${detail}`.includes(part),
          ),
        );
        expect(about).toEqual([expect.objectContaining({ severity: "error" })]);
      },
    );

    it("reports nothing else", () => {
      expect(diagnostics).toHaveLength(refused.length);
    });

    it("costs no request for each, since the lists are shared", () => {
      // An object that does not exist is read twice, since one answer may come from a node that lags.
      expect(requests).toBeLessThanOrEqual(8);
    });
  });

  needing("certificate_monitor", () => {
    it("keeps the port that the user names where the service takes it away", async () => {
      account.service.configure({ monitorHostnamePort: "split", monitorPort: "present" });
      const configuration = await account.another();
      const { group, certificates } = ids;
      const block = (name: string, hostname: string) =>
        resource("certificate_monitor", name, {
          hostname,
          protocol: "ldaps",
          name: "Directory",
          profile: certificates,
          contact_groups: [group],
        });
      await configuration.write(block("one", "ldap.example.com:1636"));
      await configuration.apply();
      const another = await account.another();
      await another.write(
        block("one", "LDAP.example.com:1636") +
          importBlock("rblmonitor_certificate_monitor.one", "ldap.example.com:1636/ldaps"),
      );
      expect((await another.apply()).planned).toEqual({ "rblmonitor_certificate_monitor.one": "import" });
      expect((await another.plan()).planned).toEqual({});
    });
  });
});
