import { readdir, readFile } from "node:fs/promises";
import { App, TerraformStack, Testing } from "cdktf";
import {
  ContactGroup,
  DataRblmonitorHosts,
  DataRblmonitorMonitoringProfile,
  Host,
  MonitoringProfile,
  RblmonitorProvider,
} from "cdktf-provider-rblmonitor";

/** What Terraform is given: the parts that are looked at. */
interface Synthesised {
  terraform: { required_providers: Record<string, unknown> };
  provider: Record<string, unknown[]>;
  resource: Record<string, Record<string, Record<string, unknown>>>;
  data: Record<string, Record<string, Record<string, unknown>>>;
}

function synthesised(declare: (stack: TerraformStack) => void): Synthesised {
  const stack = new TerraformStack(Testing.stubVersion(new App({ stackTraces: false })), "stack");
  declare(stack);
  return JSON.parse(Testing.synth(stack)) as Synthesised;
}

describe("the constructs", () => {
  it("become resources that refer to each other", () => {
    const { resource } = synthesised((stack) => {
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
    const { resource } = synthesised((stack) => {
      new ContactGroup(stack, "group", { name: "Postmasters" });
    });
    expect(Object.keys(resource.rblmonitor_contact_group?.group ?? {}).sort()).toEqual(["name"]);
  });

  it("ask for the provider in a range of versions", () => {
    const { terraform, provider } = synthesised((stack) => {
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
      synthesised((stack) => {
        const pool = new Host(stack, "pool", {
          host: "192.0.2.0/29",
          name: "pool",
          profile: "RP",
          contactGroups: ["CG"],
        });
        new ContactGroup(stack, "group", { name: pool.members.get(0).host });
      }).resource.rblmonitor_contact_group,
    );
    expect(output).toContain("tolist(rblmonitor_host.pool.members).0.host");
  });

  it("refer to what data sources find, into lists within lists too", () => {
    const { resource, data } = synthesised((stack) => {
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

  it("are all exported by the package", async () => {
    const index = await readFile("lib/index.ts", "utf8");
    for (const file of await readdir("lib/generated")) {
      expect(index).toContain(`"./generated/${file.replace(/\.ts$/, "")}"`);
    }
  });
});
