import { closeAccounts, openAccount } from "../acceptance/account";
import { running } from "../acceptance/running-plugin";
import { libraries } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

describe.each(libraries)("fleets that Terraform knows for %s", (_, library) => {
  const { CertificateProfile, ContactGroup, HostFleet, MonitoringProfile, RblmonitorProvider, TlsEndpoints } =
    library.constructs;
  const { TerraformOutput, TerraformResource, TerraformVariable } = library.sdk;

  it("take lists and maps of texts and of objects, and others wait for them", async () => {
    const account = await openAccount();
    const { workspace } = account;
    await synthesise(library, workspace, (stack) => {
      new RblmonitorProvider(stack, "rblmonitor");
      const variable = (id: string, type: string, value: unknown) => {
        const declared = new TerraformVariable(stack, id, { type });
        // As an argument, the library would change the keys of a map.
        declared.addOverride("default", value);
        return declared.value;
      };
      const group = new ContactGroup(stack, "ops", { name: "Operators" });
      const other = new ContactGroup(stack, "other", { name: "Others" });
      const shared = {
        profile: new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" }),
        contactGroups: [group],
        tags: ["fleet"],
      };
      const later = new TerraformResource(stack, "later", { terraformResourceType: "terraform_data" });
      later.addOverride("input", { plain: "192.0.2.5" });
      later.addOverride("input.object", {
        host: "192.0.2.6",
        tags: ["own"],
        contact_groups: [other.id],
      });
      const hosts: Readonly<Record<string, unknown>> = {
        list: variable("list", "list(string)", ["192.0.2.1", "192.0.2.1"]),
        map: variable("map", "map(string)", { two: "192.0.2.2" }),
        objects: variable(
          "objects",
          "map(object({ host = string, name = optional(string), paused = bool }))",
          {
            three: { host: "192.0.2.3", paused: true },
          },
        ),
        elements: variable("elements", "list(object({ host = string, name = string }))", [
          { host: "192.0.2.4", name: "Four" },
        ]),
      };
      const fleets = Object.entries(hosts).map(
        ([id, value]) => new HostFleet(stack, `fleet-${id}`, { ...shared, hosts: value as string[] }),
      );
      const unknown =
        "{ five = terraform_data.later.output.plain, six = terraform_data.later.output.object }";
      const computed = new HostFleet(stack, "computed", { ...shared, hosts: library.sdk.ref(unknown) });
      const waiting = new TerraformResource(stack, "waiting", {
        terraformResourceType: "terraform_data",
        dependsOn: [computed, ...fleets],
      });
      waiting.addOverride("input", "waited");

      const { tags: _tags, ...settings } = shared;
      const profile = new CertificateProfile(stack, "expiry", { name: "Expiry", expirationThresholds: [30] });
      const endpoints: Readonly<Record<string, unknown>> = {
        list: variable("tls-list", "list(string)", ["a.example.com"]),
        map: variable("tls-map", "map(string)", { "b.example.com": "smtp" }),
        lists: variable("tls-lists", "map(list(string))", { "c.example.com": ["imaps", "https"] }),
        objects: variable("tls-objects", "map(object({ hostname = string, protocol = optional(string) }))", {
          d: { hostname: "d.example.com" },
          e: { hostname: "e.example.com", protocol: "ldaps" },
        }),
        elements: variable("tls-elements", "list(object({ hostname = string, tags = list(string) }))", [
          { hostname: "f.example.com", tags: ["own"] },
        ]),
      };
      for (const [id, value] of Object.entries(endpoints)) {
        const tls = new TlsEndpoints(stack, `endpoints-${id}`, {
          ...settings,
          profile,
          endpoints: value as string[],
        });
        new TerraformOutput(stack, `ids-${id}`, { value: tls.ids });
      }
    });
    const real = await account.another({ ...running, folder: workspace.folder });
    expect(await real.workspace.run("init")).toMatchObject({ code: 0 });
    await real.apply();
    const hosts = account.service.account.objects("host");
    expect(hosts.map(({ host, name, tags }) => [host, name, tags].join(" ")).sort()).toEqual([
      "192.0.2.1 192.0.2.1 fleet",
      "192.0.2.2 two fleet",
      "192.0.2.3 three fleet",
      "192.0.2.4 Four fleet",
      "192.0.2.5 five fleet",
      "192.0.2.6 six fleet,own",
    ]);
    const others = account.service.account.objects("contact_group").find(({ name }) => name === "Others");
    const notifying = hosts.filter((host) => JSON.stringify(host).includes(`${others?.id}`));
    expect(notifying.map(({ host }) => host)).toEqual(["192.0.2.6"]);
    const monitors = account.service.account.objects("certificate_monitor");
    expect(
      monitors.map(({ hostname, protocol, name }) => [hostname, protocol, name].join(" | ")).sort(),
    ).toEqual([
      "a.example.com | https | a.example.com https",
      "b.example.com | smtp | b.example.com smtp",
      "c.example.com | https | c.example.com https",
      "c.example.com | imaps | c.example.com imaps",
      "d.example.com | https | d",
      "e.example.com | ldaps | e",
      "f.example.com | https | f.example.com https",
    ]);
    const changes = (await real.keptPlan()).resource_changes ?? [];
    expect(changes.filter(({ change }) => change.actions.join() !== "no-op")).toEqual([]);
  });
});
