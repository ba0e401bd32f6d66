import { libraries, synthesised } from "./libraries";

describe.each(libraries)("the constructs for %s", (_, library) => {
  const {
    CertificateMonitor,
    ContactGroup,
    DataRblmonitorHost,
    DataRblmonitorHosts,
    DataRblmonitorMonitoringProfile,
    Host,
    HostFleet,
    MonitoringProfile,
    RblmonitorFunctions,
    RblmonitorProvider,
    Source,
  } = library.constructs;
  const { Fn, TerraformOutput, TerraformVariable } = library.sdk;

  it("become resources that refer to each other", () => {
    const { resource } = synthesised(library, (stack) => {
      const group = new ContactGroup(stack, "group", { name: "Postmasters" });
      const profile = new MonitoringProfile(stack, "profile", { name: "Hourly", frequency: "1_hour" });
      new Host(stack, "mx", {
        host: "192.0.2.1",
        name: "mx",
        profile: profile.id,
        contactGroups: [group.id],
        tags: ["inbound"],
        paused: false,
      });
    });
    expect(resource.rblmonitor_host?.mx).toMatchObject({
      host: "192.0.2.1",
      name: "mx",
      profile: `\${rblmonitor_monitoring_profile.profile.id}`,
      contact_groups: [`\${rblmonitor_contact_group.group.id}`],
      tags: ["inbound"],
      paused: false,
    });
  });

  it("leave out what is not set", () => {
    const { resource } = synthesised(library, (stack) => {
      new ContactGroup(stack, "group", { name: "Postmasters" });
    });
    expect(Object.keys(resource.rblmonitor_contact_group?.group ?? {}).sort()).toEqual(["lifecycle", "name"]);
  });

  it("ask for the provider in a range of versions", () => {
    const { terraform, provider } = synthesised(library, (stack) => {
      new RblmonitorProvider(stack, "rblmonitor", { maxWait: 60 });
    });
    expect(terraform.required_providers.rblmonitor).toEqual({
      source: "rblmonitor/rblmonitor",
      version: "~> 0.1",
    });
    expect(provider.rblmonitor).toEqual([{ max_wait: 60 }]);
  });

  it("refer to the members of a subnet", () => {
    const output = JSON.stringify(
      synthesised(library, (stack) => {
        const pool = new Host(stack, "pool", {
          host: "192.0.2.0/29",
          name: "pool",
          profile: "RP",
          contactGroups: ["CG"],
        });
        new ContactGroup(stack, "group", { name: pool.members.get(0).host });
      }).resource.rblmonitor_contact_group,
    );
    expect(output).toContain(`"\${rblmonitor_host.pool.members[0].host}"`);
  });

  it("refer to what data sources find, into lists within lists too", () => {
    const { resource, data } = synthesised(library, (stack) => {
      const profile = new DataRblmonitorMonitoringProfile(stack, "profile", { name: "Mail" });
      const hosts = new DataRblmonitorHosts(stack, "hosts", { profile: profile.id, listed: true });
      new ContactGroup(stack, "group", { name: hosts.hosts.get(0).listedDetails.get(1).host });
    });
    expect(data.rblmonitor_hosts?.hosts).toMatchObject({
      profile: `\${data.rblmonitor_monitoring_profile.profile.id}`,
      listed: true,
    });
    expect(resource.rblmonitor_contact_group?.group?.name).toBe(
      `\${data.rblmonitor_hosts.hosts.hosts[0].listed_details[1].host}`,
    );
  });

  it("take constructs in place of their SIDs, wherever they are declared or found", () => {
    const { resource, data } = synthesised(library, (stack) => {
      const group = new ContactGroup(stack, "group", { name: "Postmasters" });
      const found = new DataRblmonitorMonitoringProfile(stack, "found", { name: "Mail" });
      const host = new Host(stack, "mx", {
        host: "192.0.2.1",
        name: "mx",
        profile: found,
        contactGroups: [group, "CG0123456789abcdef0123456789abcdef"],
      });
      new DataRblmonitorHost(stack, "again", { id: host });
      const source = new Source(stack, "source", { host: "bl.example.net", type: "rbl" });
      new MonitoringProfile(stack, "own", { name: "Own", frequency: "weekly", entries: [source] });
    });
    expect(resource.rblmonitor_host?.mx).toMatchObject({
      profile: `\${data.rblmonitor_monitoring_profile.found.id}`,
      contact_groups: [`\${rblmonitor_contact_group.group.id}`, "CG0123456789abcdef0123456789abcdef"],
    });
    expect(data.rblmonitor_host?.again?.id).toBe(`\${rblmonitor_host.mx.id}`);
    expect(resource.rblmonitor_monitoring_profile?.own?.entries).toEqual([`\${rblmonitor_source.source.id}`]);
  });

  it("take constructs in place of their SIDs when they are changed", () => {
    const { resource } = synthesised(library, (stack) => {
      const group = new ContactGroup(stack, "group", { name: "Postmasters" });
      const profile = new MonitoringProfile(stack, "profile", { name: "Hourly", frequency: "1_hour" });
      const host = new Host(stack, "mx", {
        host: "192.0.2.1",
        name: "mx",
        profile: "RP",
        contactGroups: ["CG"],
      });
      host.profile = profile;
      host.contactGroups = [group];
    });
    expect(resource.rblmonitor_host?.mx).toMatchObject({
      profile: `\${rblmonitor_monitoring_profile.profile.id}`,
      contact_groups: [`\${rblmonitor_contact_group.group.id}`],
    });
  });

  it("take tokens for words, for SIDs and for lists of them", () => {
    const { resource } = synthesised(library, (stack) => {
      const text = new TerraformVariable(stack, "text", { type: "string" }).stringValue;
      const list = new TerraformVariable(stack, "list", { type: "list(string)" }).listValue;
      new CertificateMonitor(stack, "www", {
        hostname: "www.example.com",
        protocol: Fn.lower(text),
        name: "www",
        profile: text,
        contactGroups: list,
      });
    });
    expect(resource.rblmonitor_certificate_monitor?.www).toMatchObject({
      protocol: `\${lower(var.text)}`,
      profile: `\${var.text}`,
      contact_groups: `\${var.list}`,
    });
  });

  it("call the functions of the provider", () => {
    const { output } = synthesised(library, (stack) => {
      const { expandSubnet, sidKind, verifyWebhook } = RblmonitorFunctions;
      const outputs = {
        addresses: expandSubnet("192.0.2.0/30"),
        kind: sidKind("HT"),
        genuine: verifyWebhook("secret", "header", "body"),
      };
      for (const [name, value] of Object.entries(outputs)) new TerraformOutput(stack, name, { value });
    });
    expect(Object.values(output).map(({ value }) => value)).toEqual([
      `\${provider::rblmonitor::expand_subnet("192.0.2.0/30")}`,
      `\${provider::rblmonitor::verify_webhook("secret", "header", "body")}`,
      `\${provider::rblmonitor::sid_kind("HT")}`,
    ]);
  });

  it("refuse a reference to a construct of the other library", () => {
    const [, other] = libraries.find(([name]) => name !== _) as (typeof libraries)[number];
    const app = other.sdk.Testing.app({ stackTraces: false });
    const group = new other.constructs.ContactGroup(new other.sdk.TerraformStack(app, "other"), "ops", {
      name: "x",
    });
    const config = { host: "192.0.2.1", name: "mx", profile: "RP", contactGroups: [group] };
    expect(() => synthesised(library, (stack) => void new Host(stack, "mx", config))).toThrow(
      /^stack\/mx: contactGroups\[0\] has a construct that is not of its library: other\/ops is of CDK/,
    );
    const fleet = { hosts: [], profile: "RP", contactGroups: [group] };
    expect(() => synthesised(library, (stack) => void new HostFleet(stack, "mail", fleet))).toThrow(
      /^stack\/mail: contactGroups\[0\] has a construct that is not of its library: other\/ops is of CDK/,
    );
  });
});
