import type { Emulator } from "../../../src/emulator/emulator";
import type { Kind } from "../../../src/service/kinds";
import type { Configuration } from "../../core/configuration";
import { closeEmulated, emulatedCore } from "../../core/emulated";
import { attributesAt } from "../../core/state";

afterEach(closeEmulated);

const shout = (sid: string) => sid.slice(0, 2).toLowerCase() + sid.slice(2).toUpperCase();

describe.each(["4.0", "3.0"])("the hostname of a source, over version %s", (version) => {
  const source = (host: string): Configuration => ({
    provider: { api_version: version },
    resources: { "rblmonitor_source.one": { config: { host, type: "rbl" } } },
  });

  it.each(["BL.Example.net.", "localhost.", "bl.example.2"])(
    "is sent in small letters without the dot that ends it, and plans nothing afterwards: %s",
    async (host) => {
      const { service, core } = await emulatedCore();
      const { hasFailed } = await core.apply(source(host));
      expect(hasFailed).toBe(false);
      const sent = host.toLowerCase().replace(/\.$/, "");
      expect(service.account.objects("source").filter((one) => one.custom)).toMatchObject([{ host: sent }]);
      for (const spelling of [host, sent, `${sent.toUpperCase()}.`])
        expect((await core.apply(source(spelling))).plan?.actions).toEqual({});
      await core.apply(source("other.example.net."));
      expect(service.account.objects("source").filter((one) => one.custom)).toMatchObject([
        { host: "other.example.net" },
      ]);
    },
  );
});

describe.each(["4.0", "3.0"] as const)("SIDs in another letter case, over version %s", (version) => {
  const isCurrent = version === "4.0";

  /** A configuration in which every SID is spelled by the function. */
  function configuration({ account }: Emulator, spelled: (sid: string) => string): Configuration {
    const ids = (kind: Kind) => account.objects(kind).map(({ id }) => spelled(id));
    const [profile] = ids("monitoring_profile");
    const [certificates] = ids("certificate_profile");
    const contact_groups = ids("contact_group").slice(0, 1);
    const watched = { name: "One", contact_groups };
    return {
      provider: { api_version: version },
      resources: {
        "rblmonitor_host.one": { config: { ...watched, host: "192.0.2.1", profile } },
        "rblmonitor_monitoring_profile.one": {
          config: { name: "One", frequency: "1_hour", entries: ids("source").slice(0, 3) },
        },
        "rblmonitor_contact.one": { config: { contact: "ops@example.com", type: "email", contact_groups } },
        ...(isCurrent && {
          "rblmonitor_certificate_monitor.one": {
            config: { ...watched, hostname: "www.example.com", protocol: "https", profile: certificates },
          },
        }),
      },
    };
  }

  const writes = (service: Emulator) => service.requests.filter(({ method }) => method !== "GET").length;

  it("are sent as the service spells them, stay in state as written, and plan nothing", async () => {
    const { service, core } = await emulatedCore();
    const shouted = configuration(service, shout);
    expect((await core.apply(shouted)).diagnostics).toEqual([]);
    expect(attributesAt(core.state, "rblmonitor_host.one")).toMatchObject({
      profile: shouted.resources["rblmonitor_host.one"]?.config.profile,
    });
    const before = writes(service);
    for (const spelled of [shout, (sid: string) => sid, (sid: string) => sid.toLowerCase()]) {
      const { plan, diagnostics } = await core.apply(configuration(service, spelled));
      expect(diagnostics).toEqual([]);
      expect(plan?.actions).toEqual({});
    }
    expect(writes(service)).toBe(before);
  });

  it("are sent in updates, of single objects and of each host of a subnet", async () => {
    const { service, core } = await emulatedCore();
    const group = service.account.add("contact_group", { name: "Second" });
    const base = configuration(service, shout);
    const [groups] = [base.resources["rblmonitor_host.one"]?.config.contact_groups as string[]];
    const subnet = (contact_groups: readonly string[]): Configuration => ({
      ...base,
      resources: {
        ...base.resources,
        "rblmonitor_host.net": {
          config: {
            ...base.resources["rblmonitor_host.one"]?.config,
            host: "198.51.100.0/30",
            contact_groups,
          },
        },
      },
    });
    await core.apply(subnet(groups ?? []));
    expect((await core.apply(subnet([shout(group.id)]))).diagnostics).toEqual([]);
    const members = service.account.objects("host").filter(({ host }) => host.startsWith("198.51.100."));
    expect(members.length).toBeGreaterThan(1);
    for (const { contact_group } of members) expect(contact_group).toEqual([group.id]);
    const { plan } = await core.apply(subnet([group.id]));
    expect(plan?.actions).toEqual({});
  });

  it("name an object once in a set that has it twice", async () => {
    const { service, core } = await emulatedCore();
    const [id = ""] = service.account.objects("contact_group").map((one) => one.id);
    const contact = (contact_groups: readonly string[]): Configuration => ({
      provider: { api_version: version },
      resources: {
        "rblmonitor_contact.one": { config: { contact: "a@example.com", type: "email", contact_groups } },
      },
    });
    expect((await core.apply(contact([id, shout(id)]))).diagnostics).toEqual([]);
    expect(service.account.objects("contact")[0]?.contact_group).toEqual([id]);
    const { plan } = await core.apply(contact([id, shout(id)]));
    expect(plan?.actions).toEqual({});
  });

  it("import an object, and its first plan is empty", async () => {
    const { service, core } = await emulatedCore();
    const { id } = service.account.add("contact_group", { name: "Night" });
    const declared: Configuration = {
      provider: { api_version: version },
      resources: {
        "rblmonitor_contact_group.night": { config: { name: "Night" } },
      },
      imports: { "rblmonitor_contact_group.night": shout(id) },
    };
    const { plan, diagnostics } = await core.apply(declared);
    expect(diagnostics).toEqual([]);
    expect(plan?.actions).toEqual({});
    expect(attributesAt(core.state, "rblmonitor_contact_group.night").id).toBe(id);
  });

  it("show drift in the service's spelling alone", async () => {
    const { service, core } = await emulatedCore();
    const shouted = configuration(service, shout);
    await core.apply(shouted);
    // The first read shows what the service stored.
    await core.refresh(shouted);
    const other = service.account.add("contact_group", { name: "Elsewhere" });
    const [host] = service.account.objects("host");
    const [first = ""] = host?.contact_group ?? [];
    service.account.change(host?.id ?? "", { contact_group: [first, other.id] });
    await core.refresh(shouted);
    expect(attributesAt(core.state, "rblmonitor_host.one").contact_groups).toEqual(
      expect.arrayContaining([shout(first), other.id]),
    );
    await core.apply(shouted);
    expect(service.account.objects("host")[0]?.contact_group).toEqual([first]);
  });
});
