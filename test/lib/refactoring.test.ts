import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { closeAccounts, openAccount } from "../acceptance/account";
import { libraries, sid, synthesised } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

describe.each(libraries)("a refactoring of a stack for %s", (_, library) => {
  const { CertificateMonitor, CertificateProfile, Contact, ContactGroup, Contacts, Host } =
    library.constructs;
  const {
    HostFleet,
    monitorAddresses,
    MonitoringProfile,
    movedFrom,
    NotificationGroup,
    TlsEndpoints,
    RblmonitorProvider,
  } = library.constructs;
  const { DataResource, TerraformStack: Stack, TerraformVariable } = library.sdk;

  /** An account, and a function that applies a stack to it. */
  async function openStack() {
    const account = await openAccount();
    const { folder } = account.workspace;
    const real = await account.another({ plugin: { mirror: "dist/mirror" }, folder });
    const write = (declare: (stack: TerraformStack) => void) =>
      synthesise(library, account.workspace, (stack) => {
        new RblmonitorProvider(stack, "rblmonitor");
        declare(stack);
      });
    const apply = async (declare: (stack: TerraformStack) => void): Promise<void> => {
      await write(declare);
      expect(await real.workspace.run("init")).toMatchObject({ code: 0 });
      await account.apply();
    };
    const changes = async (): Promise<string[]> =>
      ((await account.keptPlan()).resource_changes ?? []).flatMap(({ address, change }) =>
        change.actions.join() === "no-op" ? [] : [`${change.actions.join()} ${address}`],
      );
    return { account, write, apply, changes };
  }

  it("replaces groups and profiles in one apply, after their users have moved", async () => {
    const { account, apply } = await openStack();
    const declare = (id: string) => (stack: TerraformStack) => {
      const contactGroups = [new ContactGroup(stack, `group-${id}`, { name: `Group ${id}` })];
      const checks = { name: `Profile ${id}`, frequency: "1_hour" } as const;
      const profile = new MonitoringProfile(stack, `profile-${id}`, checks);
      new Host(stack, "mx", { host: "192.0.2.1", name: "mx", profile, contactGroups });
      const expiry = { name: `Expiry ${id}`, expirationThresholds: [7] };
      const monitor = { hostname: "www.example.com", protocol: "https", name: "www", contactGroups } as const;
      new CertificateMonitor(stack, "www", {
        ...monitor,
        profile: new CertificateProfile(stack, `expiry-${id}`, expiry),
      });
    };
    await apply(declare("a"));
    const [host] = account.service.account.objects("host");
    await apply(declare("b"));
    const { objects } = account.service.account;
    expect(objects.call(account.service.account, "host")).toEqual([
      expect.objectContaining({ id: host?.id }),
    ]);
    for (const kind of ["contact_group", "monitoring_profile", "certificate_profile"] as const) {
      const names = account.service.account.objects(kind).map(({ name }) => name);
      expect(names).not.toContainEqual(expect.stringMatching(/ a$/));
      expect(names).toContainEqual(expect.stringMatching(/ b$/));
    }
  });

  it.each([
    ["has one contact each", ["a", "b"], ["a", "b"]],
    ["come in another order", ["a"], ["b", "a"]],
  ])("keeps a shared contact where groups %s before", async (_case, before, after) => {
    const { account, apply, write } = await openStack();
    const email = "a@example.com";
    // As each group declared its own contact.
    await apply((stack) => {
      for (const id of before) {
        const contactGroups = [new ContactGroup(stack, id, { name: id })];
        new Contact(contactGroups[0] as never, `email-${email}`, {
          type: "email",
          contact: email,
          contactGroups,
        });
      }
    });
    const sids = account.service.account.objects("contact").map(({ id }) => id);
    expect(sids).toHaveLength(before.length);
    await write((stack) => {
      for (const id of after)
        new NotificationGroup(stack, id, { name: id, contacts: [Contacts.email(email)] });
    });
    await account.apply();
    const contacts = account.service.account.objects("contact");
    expect(contacts).toHaveLength(1);
    expect(sids).toContain(contacts[0]?.id);
    expect(contacts[0]?.contact_group).toHaveLength(2);
  });

  describe("of monitored addresses", () => {
    type Options = Partial<Parameters<typeof monitorAddresses>[1]>;
    const server = (scope: Construct, id: string, address: string) =>
      new DataResource(scope, id, { input: { address } });
    const part = (stack: TerraformStack, id: string) => new Construct(stack, id);
    function monitor(scope: Construct, group: ContactGroupOf, options: Options = {}) {
      const profile = sharedProfile(scope);
      const types = { terraform_data: { hosts: ["output.address"] } };
      monitorAddresses(scope, { profile, contactGroups: [group], types, ...options });
    }
    type ContactGroupOf = InstanceType<typeof ContactGroup>;
    const sharedProfile = (scope: Construct) => {
      const stack = Stack.of(scope);
      return (stack.node.tryFindChild("hourly") ??
        new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" })) as InstanceType<
        typeof MonitoringProfile
      >;
    };
    const group = (stack: TerraformStack, id: string) => new ContactGroup(stack, id, { name: id });

    type Declaring = (stack: TerraformStack) => void;
    it.each<[title: string, before: Declaring, after: Declaring]>([
      [
        "follow a state of version 0.1",
        (stack) => {
          const calls = part(stack, "monitored-addresses");
          const inner = part(part(stack, "mail") as never, "monitored-addresses");
          for (const [scope, address] of [
            [calls, server(stack, "web", "192.0.2.1")],
            [inner, server(stack.node.findChild("mail"), "mx", "192.0.2.2")],
          ] as const)
            new Host(
              scope,
              encodeURIComponent(`host (terraform_data.${address.friendlyUniqueId}.output.address)`),
              {
                host: `\${terraform_data.${address.friendlyUniqueId}.output.address}`,
                ...{ name: "old", profile: sharedProfile(stack) },
                contactGroups: [(stack.node.tryFindChild("ops") as ContactGroupOf) ?? group(stack, "ops")],
              },
            );
        },
        (stack) => {
          const ops = group(stack, "ops");
          server(stack, "web", "192.0.2.1");
          const mail = part(stack, "mail");
          server(mail, "mx", "192.0.2.2");
          monitor(stack, ops);
          monitor(mail, ops);
        },
      ],
      [
        "stay when a part of the stack gets its own call",
        (stack) => {
          server(stack, "web", "192.0.2.1");
          server(part(stack, "mail"), "mx", "192.0.2.2");
          monitor(stack, group(stack, "ops"));
        },
        (stack) => {
          server(stack, "web", "192.0.2.1");
          const mail = part(stack, "mail");
          server(mail, "mx", "192.0.2.2");
          monitor(stack, group(stack, "ops"));
          monitor(mail, group(stack, "postmasters"));
        },
      ],
      [
        "follow a resource that moves to another construct, or from one",
        (stack) => {
          server(stack, "web", "192.0.2.1");
          server(stack, "mx", "192.0.2.2");
          monitor(stack, group(stack, "ops"));
        },
        (stack) => {
          const inner = part(stack, "inner");
          server(inner, "web-1", "192.0.2.1").moveFromId("terraform_data.web");
          server(stack, "mx", "192.0.2.2").moveTo("mx");
          server(inner, "mx", "192.0.2.2").addMoveTarget("mx");
          monitor(stack, group(stack, "ops"));
        },
      ],
      [
        "follow an instance of a resource that gets its own name",
        (stack) => {
          const two = server(stack, "web", `192.0.2.\${count.index + 1}`);
          two.count = 2;
          monitor(stack, group(stack, "ops"));
        },
        (stack) => {
          server(stack, "first", "192.0.2.1").moveFromId("terraform_data.web[0]");
          server(stack, "second", "192.0.2.2").moveFromId("terraform_data.web[1]");
          monitor(stack, group(stack, "ops"));
        },
      ],
      [
        "keep the ids that the program gives",
        (stack) => {
          server(stack, "web", "192.0.2.1");
          server(stack, "mx", "192.0.2.2");
          monitor(stack, group(stack, "ops"));
        },
        (stack) => {
          server(stack, "web", "192.0.2.1");
          server(stack, "mx", "192.0.2.2");
          monitor(stack, group(stack, "ops"), { idOf: ({ node }) => `server-${node.id}` });
        },
      ],
    ])("keeps the hosts, which %s", async (_title, before, after) => {
      const { account, apply, changes } = await openStack();
      const sids = () =>
        Object.fromEntries(account.service.account.objects("host").map(({ host, id }) => [host, id]));
      await apply(before);
      const known = sids();
      expect(Object.keys(known).sort()).toEqual(["192.0.2.1", "192.0.2.2"]);
      await apply(after);
      expect(sids()).toEqual(known);
      expect(await changes()).toEqual([]);
    });

    it("keeps an id of the program wherever the resource moves, and refuses one for two resources", () => {
      const idOf = ({ node }: { readonly node: { readonly id: string } }) => node.id;
      const names = (declare: Declaring) =>
        Object.keys(
          synthesised(library, (stack) => {
            declare(stack);
            monitor(stack, group(stack, "ops"), { idOf });
          }).resource.rblmonitor_host ?? {},
        );
      expect(names((stack) => void server(part(stack, "inner"), "web", "192.0.2.1"))).toEqual(
        names((stack) => void server(stack, "web", "192.0.2.1")),
      );
      expect(() =>
        names((stack) => {
          server(stack, "web", "192.0.2.1");
          server(part(stack, "inner"), "web", "192.0.2.2");
        }),
      ).toThrow("stack/monitored-addresses: idOf returns the same for stack/web and stack/inner/web");
    });

    it("has names that show the address", () => {
      const { resource } = synthesised(library, (stack) => {
        server(part(stack, "inner"), "web", "192.0.2.1");
        const record = new DataResource(stack, "record");
        record.addOverride("triggers_replace", ["198.51.100.7"]);
        const types = { terraform_data: { hosts: ["output.address"], hostLists: ["triggers_replace"] } };
        monitor(stack, group(stack, "ops"), { types, exclude: ({ node }) => node.id === "none" });
      });
      expect(Object.keys(resource.rblmonitor_host ?? {}).sort()).toEqual([
        expect.stringMatching(/^monitored_198_51_100_7_[0-9a-f]{8}$/),
        expect.stringMatching(/^monitored_terraform_data_inner_web_[0-9A-F]{8}_output_address_[0-9a-f]{8}$/),
        expect.stringMatching(/^monitored_terraform_data_record_output_address_[0-9a-f]{8}$/),
      ]);
    });
  });

  describe("of a fleet", () => {
    type Declaring = (stack: TerraformStack, shared: { profile: string; contactGroups: string[] }) => void;
    const map = { mx1: "192.0.2.1", mx2: "192.0.2.2" };
    const list = Object.values(map);
    const fleet =
      (id: string, hosts: unknown, formerly?: string | readonly string[]): Declaring =>
      (stack, shared) => {
        const given = typeof hosts === "string" ? variable(stack, hosts === "token" ? map : list) : hosts;
        new HostFleet(stack, id, { ...shared, hosts: given as never, formerly });
      };
    const variable = (stack: TerraformStack, value: object) => {
      const type = Array.isArray(value) ? "list(string)" : "map(string)";
      return new TerraformVariable(stack, "hosts", { type, default: value }).value;
    };
    const tls =
      (id: string, endpoints: unknown, formerly?: string): Declaring =>
      (stack, { contactGroups }) => {
        const profile = new CertificateProfile(stack, "expiry", {
          name: "Expiry",
          expirationThresholds: [7],
        });
        new TlsEndpoints(stack, id, { profile, contactGroups, endpoints: endpoints as never, formerly });
      };
    const alone =
      (path: string, host = "192.0.2.1"): Declaring =>
      (stack, shared) => {
        const relay = new Host(stack, "relay", { ...shared, host, name: "relay" });
        expect(movedFrom(relay, path)).toBe(relay);
      };
    const former = (key: string, host: string) => ({ host, formerly: key });

    it.each<[title: string, before: Declaring, after: Declaring]>([
      [
        "a renamed key",
        fleet("mail", map),
        fleet("mail", { first: former("mx1", "192.0.2.1"), mx2: "192.0.2.2" }),
      ],
      [
        "labels in place of a list",
        fleet("mail", list),
        fleet("mail", { mx1: former("192.0.2.1", "192.0.2.1"), mx2: former("192.0.2.2", "192.0.2.2") }),
      ],
      [
        "a host that moves to another fleet",
        fleet("mail", map),
        (stack, shared) => {
          fleet("mail", { mx2: "192.0.2.2" })(stack, shared);
          fleet("relays", [former("/mail/mx1", "192.0.2.1")])(stack, shared);
        },
      ],
      [
        "a host that leaves the fleet",
        fleet("mail", map),
        (stack, shared) => {
          fleet("mail", { mx2: "192.0.2.2" })(stack, shared);
          alone("mail/mx1")(stack, shared);
        },
      ],
      [
        "a host that leaves a fleet with a variable",
        (stack, shared) => fleet("mail", "token")(new Construct(stack, "team") as never, shared),
        (stack, shared) => {
          new HostFleet(stack, "b", { ...shared, hosts: [former('/team/mail/each["mx2"]', "192.0.2.2")] });
          alone('team/mail/each["mx1"]')(stack, shared);
        },
      ],
      ["another name of the fleet", fleet("mail", map), fleet("senders", map, "mail")],
      [
        "another parent and a renamed key",
        (stack, shared) => fleet("mail", map)(new Construct(stack, "team") as never, shared),
        fleet("mail", { first: former("mx1", "192.0.2.1"), mx2: "192.0.2.2" }, "team/mail"),
      ],
      ["a variable in place of a map", fleet("mail", map), fleet("mail", "token", ["mx1", "mx2"])],
      ["a variable in place of a list", fleet("mail", list), fleet("mail", "tokens", list)],
      ["another name with a variable", fleet("mail", "token"), fleet("senders", "token", "mail")],
      [
        "a map in place of a variable",
        fleet("mail", "token"),
        fleet("mail", { mx1: former('each["mx1"]', "192.0.2.1"), mx2: former('each["mx2"]', "192.0.2.2") }),
      ],
      [
        "endpoints of another fleet",
        tls("web", { "www.example.com": "https", "mail.example.com": ["smtp", "imaps"] }),
        tls("sites", { "www.example.com": "https", "mail.example.com": ["smtp", "imaps"] }, "web"),
      ],
    ])("keeps the objects with %s", async (title, before, after) => {
      const { account, apply, changes } = await openStack();
      const declare = (own: Declaring) => (stack: TerraformStack) => {
        const profile = new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" }).id;
        own(stack, { profile, contactGroups: [new ContactGroup(stack, "ops", { name: "Operators" }).id] });
      };
      const sids = () =>
        (["host", "certificate_monitor"] as const)
          .flatMap((kind) => account.service.account.objects(kind).map(({ id }) => id))
          .sort();
      await apply(declare(before));
      const known = sids();
      expect(known).toHaveLength(title.startsWith("endpoints") ? 3 : 2);
      await apply(declare(after));
      expect(sids()).toEqual(known);
      expect(await changes()).toEqual([]);
    });

    it("finds a host of two fleets, with both paths", () => {
      const twice = (provider?: never) => () =>
        synthesised(library, (stack) => {
          const shared = { profile: sid("RP"), contactGroups: [sid("CG")] };
          new HostFleet(stack, "a", { ...shared, hosts: ["mail.example.com"] });
          new HostFleet(stack, "b", { ...shared, hosts: { mx: "MAIL.example.com." }, provider });
        });
      expect(twice()).toThrow("The fleets stack/a and stack/b both have the host mail.example.com");
      expect(twice({ alias: "other", fqn: "rblmonitor.other" } as never)).not.toThrow();
    });
  });

  it("can choose another lifecycle for a group or profile", () => {
    const lifecycles = (lifecycle?: { createBeforeDestroy?: boolean; preventDestroy?: boolean }) => {
      const { resource } = synthesised(library, (stack) => {
        new ContactGroup(stack, "group", { name: "g", lifecycle });
        new MonitoringProfile(stack, "profile", { name: "p", frequency: "1_hour", lifecycle });
        new CertificateProfile(stack, "expiry", { name: "e", expirationThresholds: [7], lifecycle });
      });
      return Object.values(resource).flatMap((all) => Object.values(all).map((one) => one.lifecycle));
    };
    const all = (lifecycle: object) => [lifecycle, lifecycle, lifecycle];
    expect(lifecycles()).toEqual(all({ create_before_destroy: true }));
    expect(lifecycles({ createBeforeDestroy: false })).toEqual(all({ create_before_destroy: false }));
    expect(lifecycles({ preventDestroy: true })).toEqual(
      all({ create_before_destroy: true, prevent_destroy: true }),
    );
  });
});
