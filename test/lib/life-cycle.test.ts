import type { TerraformStack } from "cdktf";
import { closeAccounts, openAccount, type TestAccount } from "../acceptance/account";
import { stateJson, type TerraformState } from "../shown-json";
import { libraries } from "./libraries";
import { synthesise } from "./synthesise";

const secret = "s3cret-of-the-endpoint";
const servers = ["192.0.2.1", "mail.example.com", "198.51.100.0/30"];

describe.each(libraries)("a stack for %s", (_, library) => {
  const { Aspects, TerraformOutput, TerraformVariable } = library.sdk;
  let account: TestAccount;
  let firstApply = 0;
  let refresh = 0;
  let before: readonly string[];
  let state: TerraformState;

  /** Everything that there is, and the hosts in the given order. */
  function declare(stack: TerraformStack, hosts: readonly string[], version = 1): void {
    const {
      CertificateProfile,
      Contacts,
      DataRblmonitorHosts,
      HostFleet,
      MonitoringProfile,
      NotificationGroup,
      RblmonitorFunctions,
      RblmonitorProvider,
      Source,
      TlsEndpoints,
      pauseAll,
      requestBudget,
      tagAll,
    } = library.constructs;
    new RblmonitorProvider(stack, "rblmonitor");
    const key = new TerraformVariable(stack, "key", { type: "string", sensitive: true, default: secret });
    key.addOverride("ephemeral", true);
    const maintenance = new TerraformVariable(stack, "maintenance", { type: "bool", default: false });

    const operators = new NotificationGroup(stack, "operators", {
      name: "Operators",
      contacts: [
        Contacts.email("postmaster@example.com"),
        Contacts.endpoint("https://alerts.example.com/blocklists", {
          argsWo: { key: key.stringValue },
          argsWoVersion: version,
        }),
      ],
    });
    const source = new Source(stack, "source", { host: "bl.example.net", type: "rbl" });
    const hourly = new MonitoringProfile(stack, "hourly", {
      name: "Hourly",
      frequency: "1_hour",
      entries: [source],
    });
    const fleet = new HostFleet(stack, "fleet", { hosts, profile: hourly, contactGroups: [operators] });
    new TlsEndpoints(stack, "tls", {
      endpoints: { "www.example.com": "https", "mail.example.com": ["smtp", "imaps"] },
      profile: new CertificateProfile(stack, "expiry", { name: "Expiry", expirationThresholds: [30, 7] }),
      contactGroups: [operators],
    });
    new DataRblmonitorHosts(stack, "tagged", { tag: "customer" });
    const addresses = RblmonitorFunctions.expandSubnet("203.0.113.0/30");
    new HostFleet(stack, "addresses", { hosts: addresses, profile: hourly, contactGroups: [operators] });
    new TerraformOutput(stack, "sids", { value: fleet.ids });
    new TerraformOutput(stack, "kind", { value: RblmonitorFunctions.sidKind(hourly.id) });

    Aspects.of(stack).add(tagAll("customer"));
    Aspects.of(stack).add(pauseAll({ when: maintenance.booleanValue }));
    Aspects.of(stack).add(
      requestBudget({
        report: (estimate) => {
          ({ firstApply, refresh } = estimate);
        },
      }),
    );
  }
  const write = (...given: [hosts: readonly string[], version?: number]): Promise<void> =>
    synthesise(library, account.workspace, (stack) => declare(stack, ...given));
  const requestsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const start = account.service.requestCount;
    await work();
    return account.service.requestCount - start;
  };
  const changes = async (): Promise<string[]> =>
    ((await account.keptPlan()).resource_changes ?? []).flatMap(({ address, change }) =>
      change.actions.join() === "no-op" ? [] : [`${change.actions.join()} ${address}`],
    );

  beforeAll(async () => {
    account = await openAccount();
    before = account.census();
    await write(servers);
    const { folder } = account.workspace;
    const { workspace } = await account.another({ plugin: { mirror: "dist/mirror" }, folder });
    expect(await workspace.run("init")).toMatchObject({ code: 0 });
  });
  afterAll(closeAccounts);

  it("is applied as declared, at the estimated cost", async () => {
    const requests = await requestsOf(() => account.apply());
    // Of the four addresses that a function lists, the estimate knows one.
    expect(requests).toBe(firstApply + 3);
    state = await stateJson(account.workspace);
    const hosts = account.service.account.objects("host");
    expect(hosts.map(({ host }) => host)).toEqual(
      expect.arrayContaining(["192.0.2.1", "mail.example.com", "198.51.100.3", "203.0.113.2"]),
    );
    expect(new Set(hosts.flatMap(({ tags }) => tags))).toEqual(new Set(["customer"]));
    expect(
      account.service.account
        .objects("certificate_monitor")
        .map(({ protocol }) => protocol)
        .sort(),
    ).toEqual(["https", "imaps", "smtp"]);
  });

  it("sends a write-only argument, and keeps it out of state", () => {
    const contact = account.service.account.objects("contact").find(({ type }) => type === "endpoint");
    expect(contact?.args).toEqual({ key: secret });
    expect(JSON.stringify(state)).not.toContain(secret);
  });

  it("has in its outputs what the constructs and the functions give", () => {
    const { outputs } = state.values ?? {};
    expect(outputs?.kind?.value).toBe("monitoring_profile");
    expect(outputs?.sids?.value).toEqual(servers.map(() => expect.stringMatching(/^HT[0-9a-f]{32}$/)));
  });

  it("is planned empty afterwards, at the estimated cost", async () => {
    const requests = await requestsOf(async () => expect(await changes()).toEqual([]));
    expect(requests).toBe(refresh);
  });

  it("is planned empty when its hosts are in another order", async () => {
    await write([...servers].reverse());
    expect(await changes()).toEqual([]);
  });

  it("gains one host when one comes in the middle, and changes no other", async () => {
    await write(["192.0.2.1", "192.0.2.9", ...servers.slice(1)]);
    expect(await changes()).toEqual([expect.stringMatching(/^create rblmonitor_host\.fleet_192029_/)]);
    await write(servers);
  });

  it("sends a write-only argument again with another version", async () => {
    await write(servers, 2);
    expect(await changes()).toEqual([
      expect.stringMatching(/^delete,create rblmonitor_contact\.operators_endpoint-/),
    ]);
    await write(servers);
  });

  it("is paused by a variable", async () => {
    const paused = (): string[] =>
      account.service.account
        .objects("host")
        .flatMap((host) => ("paused" in host && host.paused ? [host.id] : []));
    await account.apply("-var=maintenance=true");
    expect(paused().length).toBe(account.service.account.objects("host").length);
    await account.apply();
    expect(paused()).toEqual([]);
  });

  it("is destroyed without leaving anything", async () => {
    await account.destroy();
    expect(account.census()).toEqual(before);
  });
});
