import type { AnyObject } from "../../src/emulator/account/objects";
import { openPointValues } from "../../src/emulator/settings";
import { type Kind, kindNames, kinds as kindTable } from "../../src/service/kinds";
import { closeAccounts, type TestAccount } from "./account";
import { byApiVersion, decidedForms, lackOf, needing } from "./api-version";
import { combinations } from "./pairwise";
import { data, type Facts, furnished } from "./seeded-account";
import { type StateFile, stateFile } from "./state-file";

const kinds = kindNames.filter((kind) => lackOf(kind) === undefined);

/** The forms that answers of the API can have, and the provider's page size. Each value has its run. */
const everyForm = combinations(
  { lists: openPointValues.lists, idKey: openPointValues.idKey },
  {
    booleans: openPointValues.booleans,
    extraFields: openPointValues.extraFields,
    statusWords: openPointValues.statusWords,
    listOrder: openPointValues.listOrder,
    listItemOrder: openPointValues.listItemOrder,
    customFlag: openPointValues.customFlag,
    sourceTypes: openPointValues.sourceTypes,
    pausedSources: openPointValues.pausedSources,
    monitorPort: openPointValues.monitorPort,
    frequency: openPointValues.frequency,
    argsReturned: openPointValues.argsReturned,
    portalSettings: openPointValues.portalSettings,
    webhookObjects: openPointValues.webhookObjects,
    pageSize: [100, 2],
  },
);

/** Each form once, since the version in use decides some of the settings. */
const behaviours = new Map(
  everyForm
    .map((form) => ({ ...form, ...decidedForms }))
    .map((form) => [Object.values(form).join(" "), form] as const),
);

describe.each([...behaviours])("an account with answers of the form %s", (_, { pageSize, ...settings }) => {
  let account: TestAccount;
  let lists: Readonly<Record<string, readonly Facts[]>>;
  let singles: Readonly<Record<string, Readonly<Record<string, Facts>>>>;
  let rest: Readonly<Record<string, Facts>>;
  let state: StateFile;

  const reported = <T>(isReported: boolean, value: T): T | null => (isReported ? value : null);
  const set = (...items: readonly unknown[]) => reported(settings.lists !== "absent", items);
  const tags = (...items: readonly string[]) => (lackOf("host.tags") === undefined ? set(...items) : null);
  const codes = (...items: readonly string[]) =>
    lackOf("source.custom_codes") === undefined ? set(...items) : null;
  const legacy = <T>(value: T) => reported(settings.extraFields === "legacy", value);
  /** What version 3.0 returns and 4.0 does not. */
  const legacyOnly = <T>(value: T) => byApiVersion({ "4.0": null, "3.0": value });
  /** What version 4.0 returns and 3.0 does not. */
  const currentOnly = <T>(value: T) => byApiVersion({ "4.0": value, "3.0": null });
  const sidOf = (kind: Kind, name: string) => account.named(kind, name).id;
  const active = settings.statusWords === "unknown" ? "monitoring" : "active";
  /** An unknown word does not say whether an object is paused. */
  const notPaused = settings.statusWords === "unknown" ? null : false;

  beforeAll(async () => {
    account = await furnished(settings);
    const blocks = kinds.flatMap((kind) => [
      data(kindTable[kind].pluralName, "all"),
      ...objectsOf(kind)
        .slice(-3)
        .map(({ id }) => data(kind, id, { id })),
    ]);
    const others = ["listings", "certificate_errors", "rate_limit"].map((type) => data(type, "all"));
    await account.write([...blocks, ...others].join(""), `page_size = ${pageSize}`);
    await account.apply();
    state = await stateFile(account.workspace.folder);
    const found = state.resources.flatMap(({ type, name, instances }) =>
      instances.map(({ attributes: values }) => ({ type, name, values })),
    );
    const facts = (type: string) => found.filter((one) => one.type === `rblmonitor_${type}`);
    lists = Object.fromEntries(
      kinds.map((kind) => {
        const { pluralName } = kindTable[kind];
        return [kind, facts(pluralName)[0]?.values[pluralName] as readonly Facts[]];
      }),
    );
    singles = Object.fromEntries(
      kinds.map((kind) => [kind, Object.fromEntries(facts(kind).map(({ name, values }) => [name, values]))]),
    );
    rest = Object.fromEntries(
      ["listings", "certificate_errors", "rate_limit"].map((type) => [type, facts(type)[0]?.values ?? {}]),
    );
  });
  afterAll(closeAccounts);

  const named = (kind: Kind, name: string) => lists[kind]?.find((object) => object.name === name);

  /** A paused source may be missing from the list, and then it is found by its id alone. */
  const isListed = (object: Facts) => object.paused !== true || settings.pausedSources === "listed";
  const objectsOf = (kind: Kind) => {
    const objects: readonly AnyObject[] = account.service.account.objects(kind);
    return kind === "source" ? objects.filter(isListed) : objects;
  };

  it("is listed completely, in a fixed order", () => {
    for (const kind of kinds) {
      expect(lists[kind]?.map(({ id }) => id).sort()).toEqual(
        objectsOf(kind)
          .map(({ id }) => id)
          .sort(),
      );
    }
    expect(lists.host?.map(({ host }) => host)).toEqual([
      "198.51.100.0/30",
      "198.51.100.1",
      "mx-1.example.com",
      "mx-2.example.com",
    ]);
    expect(lists.contact?.map(({ contact }) => contact)).toEqual([
      "+15550100",
      "ops@example.com",
      "ops@example.com",
    ]);
  });

  it("has objects that are the same alone and in a list", () => {
    for (const kind of kinds) {
      const alone = Object.values(singles[kind] ?? {});
      expect(alone.length).toBeGreaterThan(1);
      for (const object of alone) expect(lists[kind]).toContainEqual(object);
    }
  });

  it("has hosts with what checks have found", () => {
    const ops = sidOf("contact_group", "Operations");
    const night = sidOf("contact_group", "Night");
    expect(named("host", "MX two")).toEqual({
      id: sidOf("host", "MX two"),
      host: "mx-2.example.com",
      name: "MX two",
      profile: sidOf("monitoring_profile", "Mail"),
      contact_groups: set(...[ops, night].sort()),
      tags: tags("in", "mx"),
      paused: notPaused,
      status: active,
      type: legacy("uribl"),
      parent: null,
      listed: true,
      listed_count: legacy(2),
      listed_details: legacy([
        { id: null, host: "abuse.bl.example.net", details: "127.0.0.9" },
        { id: null, host: "bl.example.com", details: "127.0.0.2" },
      ]),
      listed_period: legacyOnly(expect.stringMatching(/^\d+ day \d\d:\d\d:\d\d$/)),
      first_listed: legacy("2026-11-01 06:00:00 GMT"),
      last_checked: legacy("2026-11-02 06:00:00 GMT"),
    });
    expect(named("host", "MX one")).toMatchObject({
      paused: true,
      status: "paused",
      listed: false,
      first_listed: null,
    });
    expect(named("host", "net")).toMatchObject({ type: "ip_range", tags: tags() });
    expect(named("host", "net 1")).toMatchObject({ parent: sidOf("host", "net") });
  });

  it("has profiles and groups", () => {
    expect(named("monitoring_profile", "Mail")).toEqual({
      id: sidOf("monitoring_profile", "Mail"),
      name: "Mail",
      frequency: reported(settings.frequency !== "absent", "1_hour"),
      entries: set(account.service.account.objects("source").find(({ custom }) => custom)?.id),
      sync_method: currentOnly("use_my_selections"),
      is_default: false,
      total_entries: legacyOnly(1),
      total_hosts: legacy(4),
    });
    expect(named("contact_group", "Night")).toEqual({
      id: sidOf("contact_group", "Night"),
      name: "Night",
      is_default: false,
      total_members: legacy(2),
      total_hosts: legacy(1),
    });
    expect(named("contact_group", "Default")).toMatchObject({ is_default: true });
  });

  needing("certificate_profile", () => {
    it("has certificate profiles", () => {
      expect(named("certificate_profile", "Strict")).toEqual({
        id: sidOf("certificate_profile", "Strict"),
        name: "Strict",
        expiration_thresholds: set(5, 60),
        alert_on_expiration: true,
        alert_on_name_mismatch: true,
        alert_on_ca_failure: true,
        alert_on_connection_failure: true,
        alert_on_caa_failure: true,
        alert_on_misconfigurations: true,
        alert_on_changes: true,
        is_default: false,
      });
    });
  });

  it("has sources, the built-in ones among them", () => {
    const isCustom = (custom: boolean) => reported(settings.customFlag !== "absent", custom);
    const bySource = (host: string, type: string | null) =>
      lists.source?.find((one) => one.host === host && one.type === type);
    expect(bySource("bl.example.com", "rbl")).toMatchObject({
      custom: isCustom(true),
      custom_codes: codes("127.0.0.2", "3"),
      status: currentOnly(active),
      paused: currentOnly(notPaused),
    });
    const v6 = settings.sourceTypes === "extended" ? "rwl_v6" : "rbl_v6";
    // Version 3.0 never had this type, and shows none.
    expect(bySource("v6.bl.example.net", byApiVersion({ "4.0": v6, "3.0": null }))).toMatchObject({
      custom: isCustom(false),
      custom_codes: codes(),
    });
  });

  needing("certificate_monitor", () => {
    it("has monitors, with the port if the API returns it", () => {
      const port = (number: number) => reported(settings.monitorPort === "present", number);
      expect(
        lists.certificate_monitor?.map(({ hostname, protocol, port: at, paused, status, tags }) => ({
          at: `${hostname} ${protocol}`,
          port: at,
          paused,
          status,
          tags,
        })),
      ).toEqual(
        expect.arrayContaining([
          {
            at: "www.example.com https",
            port: port(443),
            paused: notPaused,
            status: active,
            tags: set("web"),
          },
          { at: "www.example.com smtp", port: port(25), paused: notPaused, status: active, tags: set() },
          { at: "www.example.com:8443 https", port: port(8443), paused: true, status: "paused", tags: set() },
        ]),
      );
    });
  });

  it("has contacts, without what may be secret", () => {
    expect(lists.contact?.find(({ type }) => type === "sms")).toEqual({
      id: account.service.account.objects("contact").find(({ type }) => type === "sms")?.id,
      contact: "+15550100",
      type: "sms",
      contact_groups: set(sidOf("contact_group", "Night")),
      schedule: "start_and_end",
      paused: notPaused,
      status: active,
    });
    expect(JSON.stringify(state)).not.toContain("k-3c9a");
  });

  it("has the hosts that are listed", () => {
    const { hosts, total_listed } = rest.listings ?? {};
    // How long it is listed goes on, from one answer of version 3.0 to the next.
    const { listed_period } = (hosts as readonly Facts[])[0] ?? {};
    expect(hosts).toEqual([{ ...named("host", "MX two"), listed_period }]);
    expect(total_listed).toBe(1);
  });

  needing("certificate_monitor", () => {
    it("has certificate errors, with everything that the API returns of them", () => {
      const { total_errors, errors } = rest.certificate_errors ?? {};
      const [monitor] = account.service.account.objects("certificate_monitor");
      const about = { monitor: monitor?.id, hostname: "www.example.com", protocol: "https" };
      expect(total_errors).toBe(2);
      expect(errors).toEqual([
        expect.objectContaining({ ...about, type: "expired", message: "It has expired." }),
        expect.objectContaining({ ...about, type: "name_mismatch", message: "The name is another." }),
      ]);
      const { chain } = JSON.parse((errors as readonly { json: string }[])[0]?.json ?? "");
      expect(chain === undefined).toBe(settings.webhookObjects === "lean");
    });
  });

  needing("reported request limits", () => {
    it("has a request limit", () => {
      const { limit, remaining, reset, policies } = rest.rate_limit ?? {};
      expect(policies).toEqual([
        { limit, window: 3600 },
        { limit: expect.any(Number), window: 1 },
      ]);
      expect([limit, remaining, reset]).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
    });
  });
});
