import type { TerraformStack } from "cdktf";
import fc from "fast-check";
import { closeAccounts, openAccount } from "../acceptance/account";
import { running } from "../acceptance/running-plugin";
import { annotationsIn, libraries, sid, synthesised } from "./libraries";
import { synthesise } from "./synthesise";

afterEach(closeAccounts);

const options = { profile: sid("RP"), contactGroups: [sid("CG")], certificateProfile: sid("CP") };
type Arguments = Readonly<Record<string, unknown>>;

describe.each(libraries)("monitorAddresses for %s", (_, library) => {
  const {
    addressTypes,
    ContactGroup,
    Host,
    monitorAddresses,
    MonitoringProfile,
    RblmonitorProvider,
    tagAll,
  } = library.constructs;
  const { App, Aspects, TerraformCount, TerraformIterator, TerraformProvider, TerraformResource } =
    library.sdk;
  const { TerraformStack: Stack, TerraformVariable, Testing, Token } = library.sdk;
  type Options = Parameters<typeof monitorAddresses>[1];

  function resource(stack: TerraformStack, type: string, id: string, given: Arguments = {}) {
    const made = new TerraformResource(stack, id, { terraformResourceType: type });
    for (const [name, value] of Object.entries(given)) made.addOverride(name, value);
    return made;
  }
  /** The hosts and the hostnames that are monitored, with the other facts of their resources. */
  function monitored(declare: (stack: TerraformStack) => void, more: Partial<Options> = {}) {
    const { resource: all } = synthesised(library, (stack) => {
      monitorAddresses(stack, { ...options, ...more });
      declare(stack);
    });
    return {
      hosts: Object.values(all.rblmonitor_host ?? {}),
      monitors: Object.values(all.rblmonitor_certificate_monitor ?? {}),
      names: [
        ...Object.keys(all.rblmonitor_host ?? {}),
        ...Object.keys(all.rblmonitor_certificate_monitor ?? {}),
      ].sort(),
    };
  }
  const addresses = (...given: Parameters<typeof monitored>) =>
    monitored(...given)
      .hosts.map(({ host }) => host)
      .sort();
  const hostnames = (...given: Parameters<typeof monitored>) =>
    monitored(...given)
      .monitors.map(({ hostname }) => hostname)
      .sort();

  it("has hosts for addresses of any provider, and monitors for certificates, whatever is declared first", () => {
    const { hosts, monitors } = monitored((stack) => {
      resource(stack, "aws_eip", "mail");
      resource(stack, "hcloud_server", "web");
      resource(stack, "google_compute_address", "nat");
      resource(stack, "azurerm_public_ip", "gateway", { allocation_method: "Static" });
      resource(stack, "cloudflare_record", "www", { type: "A", content: "198.51.100.7" });
      const names = ["www.example.com", "*.example.com"];
      resource(stack, "aws_acm_certificate", "tls", {
        domain_name: "example.com",
        subject_alternative_names: names,
      });
    });
    expect(hosts.map(({ host, name }) => [host, name]).sort()).toEqual(
      [
        [`\${aws_eip.mail.public_ip}`, "mail"],
        [`\${azurerm_public_ip.gateway.ip_address}`, "gateway"],
        [`\${google_compute_address.nat.address}`, "nat"],
        [`\${hcloud_server.web.ipv4_address}`, "web"],
        ["198.51.100.7", "198.51.100.7"],
      ].sort(),
    );
    expect(hosts[0]).toMatchObject({ profile: options.profile, contact_groups: options.contactGroups });
    expect(monitors.map(({ hostname }) => hostname).sort()).toEqual(["example.com", "www.example.com"]);
    expect(monitors[0]).toMatchObject({ profile: options.certificateProfile, protocol: "https" });
  });

  it("knows at least 25 types of at least five providers, and monitors each in its plainest form", () => {
    const types = Object.entries(addressTypes);
    expect(types.length).toBeGreaterThanOrEqual(25);
    expect(new Set(types.map(([name]) => name.split("_")[0])).size).toBeGreaterThanOrEqual(5);
    for (const [name, type] of types) {
      const { hosts, monitors } = monitored((stack) => {
        const given: Record<string, unknown> = {};
        for (const [path, values] of Object.entries(type.when ?? {})) {
          if (!values.includes(null)) given[path] = values[0];
        }
        for (const path of type.exists ?? [])
          if (path.includes("[")) given.network_interface = [{ access_config: [{}] }];
          else given[path] = "arn";
        for (const path of type.hostLists ?? []) given[path] = ["192.0.2.1"];
        for (const path of [...(type.hosts ?? []), ...(type.certificates ?? [])])
          if (path.endsWith("?")) given[path.slice(0, -1)] = "b.example";
        for (const path of type.certificateLists ?? []) given[path] = ["a.example"];
        resource(stack, name, "one", given);
      });
      const expected = [type.hosts, type.hostLists, type.certificates, type.certificateLists].flatMap(
        (paths) => paths ?? [],
      );
      expect({ name, found: hosts.length + monitors.length }).toEqual({ name, found: expected.length });
    }
  });

  it("skips resources that are not public, and those that may have no address", () => {
    const found = addresses((stack) => {
      resource(stack, "aws_instance", "unset");
      resource(stack, "aws_instance", "private", { associate_public_ip_address: false });
      resource(stack, "aws_instance", "variable", { associate_public_ip_address: `\${var.public}` });
      resource(stack, "google_compute_address", "internal", { address_type: "INTERNAL" });
      resource(stack, "cloudflare_record", "alias", { type: "CNAME", content: "example.com" });
      resource(stack, "cloudflare_record", "office", { type: "A", content: "10.1.2.3" });
      resource(stack, "digitalocean_record", "v6", { type: "AAAA", value: "2001:db8::1" });
      resource(stack, "hcloud_primary_ip", "six", { type: "ipv6" });
      resource(stack, "digitalocean_droplet", "inner-1", { public_networking: false });
      resource(stack, "vultr_instance", "inner-2", { vpc_only: true });
      resource(stack, "linode_networking_ip", "inner-3", { public: false });
      resource(stack, "aws_instance", "public", { associate_public_ip_address: true });
    });
    expect(found).toEqual([`\${aws_instance.public.public_ip}`]);
  });

  it("has the address of the resource that gives it, if that has one", () => {
    const found = addresses((stack) => {
      resource(stack, "vultr_reserved_ip", "fixed", { ip_type: "v4" });
      resource(stack, "vultr_instance", "instance", { reserved_ip_id: `\${vultr_reserved_ip.fixed.id}` });
      resource(stack, "hcloud_primary_ip", "four", { type: "ipv4" });
      resource(stack, "hcloud_server", "first", { public_net: { ipv4: `\${hcloud_primary_ip.four.id}` } });
      resource(stack, "hcloud_primary_ip", "six", { type: "ipv6" });
      resource(stack, "hcloud_server", "second", { public_net: { ipv6: `\${hcloud_primary_ip.six.id}` } });
    });
    expect(found).toEqual([
      `\${hcloud_primary_ip.four.ip_address}`,
      `\${hcloud_server.second.ipv4_address}`,
      `\${vultr_reserved_ip.fixed.subnet}`,
    ]);
  });

  it("has no monitor for an optional argument that is omitted", () => {
    const names = hostnames((stack) => {
      resource(stack, "acme_certificate", "names", { subject_alternative_names: ["a.example"] });
      resource(stack, "acme_certificate", "request", { certificate_request_pem: "…" });
      resource(stack, "acme_certificate", "main", { common_name: `\${var.domain}` });
    });
    expect(names).toEqual([`\${var.domain}`, "a.example"]);
  });

  it("says in an annotation why it skips a resource", () => {
    const said: string[] = [];
    monitored((stack) => {
      const made = [
        resource(stack, "aws_instance", "omitted"),
        resource(stack, "aws_route53_record", "list", { type: "A", records: `\${var.addresses}` }),
        resource(stack, "aws_eip", "fine"),
      ];
      Aspects.of(stack).add({
        visit: (node) => {
          if (node !== made[2]) return;
          for (const one of made)
            said.push(...one.node.metadata.map(({ data }) => `${one.node.id}: ${data}`));
        },
      });
    });
    expect(said.filter((text) => text.includes("Not monitored"))).toEqual([
      expect.stringContaining(
        "omitted: Not monitored by monitorAddresses: associate_public_ip_address is omitted",
      ),
      expect.stringContaining(
        "list: Not monitored by monitorAddresses: the elements of records are not known",
      ),
    ]);
  });

  it("says that it does not know what is in a block for each element of an expression", () => {
    const reasons: string[] = [];
    const found = addresses((stack) => {
      const dynamic = { access_config: { for_each: `\${var.public}`, content: {} } };
      const machine = resource(stack, "google_compute_instance", "machine", {
        network_interface: [{ dynamic }],
      });
      const database = resource(stack, "google_sql_database_instance", "database", {
        settings: { dynamic: { ip_configuration: { for_each: `\${var.public}`, content: {} } } },
      });
      const last = resource(stack, "aws_eip", "last");
      Aspects.of(stack).add({
        visit: (node) => {
          if (node === last)
            reasons.push(
              ...[machine, database].flatMap(({ node: { metadata } }) => metadata.map(({ data }) => data)),
            );
        },
      });
    });
    expect(found).toEqual([`\${aws_eip.last.public_ip}`]);
    expect(reasons.filter((text) => `${text}`.includes("Not monitored"))).toEqual([
      "Not monitored by monitorAddresses: network_interface[0].access_config[0] is not known at synthesis",
      "Not monitored by monitorAddresses: settings.ip_configuration.ipv4_enabled is not known at synthesis",
    ]);
  });

  it("monitors an address once that several resources have, or that the stack monitors itself", () => {
    const found = addresses((stack) => {
      const eip = resource(stack, "aws_eip", "mail", { instance: `\${aws_instance.web.id}` });
      resource(stack, "aws_instance", "web", { associate_public_ip_address: true });
      resource(stack, "aws_instance", "web-2", { associate_public_ip_address: true });
      const records = [eip.getStringAttribute("public_ip"), "198.51.100.7", "198.51.100.8"];
      resource(stack, "aws_route53_record", "mx", { type: "A", records });
      resource(stack, "cloudflare_record", "mx2", { type: "A", content: "198.51.100.7" });
      const own = { host: "198.51.100.8", name: "own", profile: sid("RP"), contactGroups: [sid("CG")] };
      new Host(stack, "own", own);
    });
    expect(found).toEqual(
      [
        `\${aws_eip.mail.public_ip}`,
        `\${aws_instance.web-2.public_ip}`,
        "198.51.100.7",
        "198.51.100.8",
      ].sort(),
    );
  });

  it("has a host for each instance of a resource with count or for_each", () => {
    const { hosts } = monitored((stack) => {
      const amount = new TerraformVariable(stack, "amount", { type: "number" });
      resource(stack, "aws_eip", "counted").count = 3;
      resource(stack, "aws_eip", "variable").count = TerraformCount.of(amount.numberValue);
      const map = Token.asStringMap(new TerraformVariable(stack, "map", { type: "map(string)" }).value);
      resource(stack, "hcloud_server", "each").forEach = TerraformIterator.fromMap(map);
      const record = resource(stack, "cloudflare_record", "records", {
        type: "A",
        content: `\${each.value}`,
      });
      record.forEach = TerraformIterator.fromMap(map);
    });
    expect(hosts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          count: 3,
          host: `\${aws_eip.counted[count.index].public_ip}`,
          name: `counted \${count.index}`,
        }),
        expect.objectContaining({
          count: `\${var.amount}`,
          host: `\${aws_eip.variable[count.index].public_ip}`,
        }),
        expect.objectContaining({
          for_each: `\${hcloud_server.each}`,
          host: `\${each.value.ipv4_address}`,
          name: `each \${each.key}`,
        }),
        expect.objectContaining({
          for_each: `\${cloudflare_record.records}`,
          host: `\${each.value.content}`,
        }),
      ]),
    );
    expect(hosts).toHaveLength(4);
  });

  it("names what it declares after the resources, so that other resources do not change the names", () => {
    const eip = (stack: TerraformStack) => resource(stack, "aws_eip", "mail");
    const record = (stack: TerraformStack) =>
      resource(stack, "aws_route53_record", "mx", { type: "A", records: ["198.51.100.7", "198.51.100.8"] });
    const { names } = monitored((stack) => {
      eip(stack);
      record(stack);
    });
    const more = monitored((stack) => {
      record(stack).addOverride("records", ["198.51.100.9", "198.51.100.8", "198.51.100.7"]);
      resource(stack, "aws_eip", "first");
      eip(stack);
    });
    expect(names).toHaveLength(3);
    expect(more.names).toEqual(expect.arrayContaining(names));
  });

  describe("with several resources for an address", () => {
    type Declaration = readonly [type: string, id: string, config: (stack: TerraformStack) => Arguments];
    const eip: Declaration = ["aws_eip", "mail", () => ({})];
    const others: readonly Declaration[] = [
      ["aws_route53_record", "a", () => ({ type: "A", records: [`\${aws_eip.mail.public_ip}`] })],
      ["cloudflare_dns_record", "z", () => ({ type: "A", content: `\${aws_eip.mail.public_ip}` })],
      ["aws_nat_gateway", "nat", () => ({ allocation_id: `\${aws_eip.mail.id}` })],
      ["cloudflare_dns_record", "b", () => ({ type: "A", content: "198.51.100.7" })],
      ["digitalocean_record", "c", () => ({ type: "A", value: "198.51.100.7" })],
      ["aws_acm_certificate", "www", () => ({ domain_name: "www.example.com" })],
      ["aws_acm_certificate", "all", () => ({ domain_name: "WWW.example.com." })],
      ["aws_instance", "web", () => ({ associate_public_ip_address: true })],
      ["aws_eip", "Mail", () => ({})],
    ];
    /** Key, label and address of each monitored object. */
    const keysOf = (declarations: readonly Declaration[]) => {
      const { resource: all } = synthesised(library, (stack) => {
        monitorAddresses(stack, options);
        for (const [type, id, config] of declarations) resource(stack, type, id, config(stack));
      });
      const monitored = { ...all.rblmonitor_host, ...all.rblmonitor_certificate_monitor };
      return Object.entries(monitored).map(([key, { name, host, hostname }]) =>
        [key, name, host ?? String(hostname).toLowerCase().replace(/\.$/, "")].join(" "),
      );
    };

    it("gives it to the one that assigns it", () => {
      expect(keysOf([...others, eip])).toContainEqual(
        expect.stringMatching(/ mail \$\{aws_eip\.mail\.public_ip\}$/),
      );
    });

    it("keeps key and label in any order, and whatever else there is", () => {
      const all = new Set(
        keysOf([eip, ...others]).map((line) => line.replace(/ WWW\S*/, " www.example.com")),
      );
      expect(all.size).toBe(5);
      fc.assert(
        fc.property(fc.shuffledSubarray([...others]), fc.nat(), (subset, place) => {
          const declarations = [...subset];
          declarations.splice(place % (subset.length + 1), 0, eip);
          for (const line of keysOf(declarations))
            expect(all).toContain(line.replace(/ WWW\S*/, " www.example.com"));
        }),
        { numRuns: 40 },
      );
    });
  });

  it("has different names for paths that differ in a separator", () => {
    const { hosts } = monitored((stack) => {
      resource(stack, "aws_eip", "web-blue");
      const web = new (class extends library.sdk.TerraformElement {})(stack, "web");
      resource(web as never, "aws_eip", "blue");
      resource(web as never, "aws_eip", "Blue");
    });
    expect(hosts.map(({ name }) => name).sort()).toEqual(["web-blue", "web/Blue", "web/blue"]);
  });

  it.each([true, false])("obeys the nearest scope, whether it is called first: %s", (isFirst) => {
    const { resource: all } = synthesised(library, (stack) => {
      const mail = new (class extends library.sdk.TerraformElement {})(stack, "mail");
      const calls = [
        () => monitorAddresses(mail, { ...options, contactGroups: [sid("CG").replace("0", "1")] }),
        () => monitorAddresses(stack, options),
      ];
      for (const call of isFirst ? calls : calls.reverse()) call();
      resource(stack, "aws_eip", "web");
      resource(mail as never, "aws_eip", "relay");
      resource(stack, "cloudflare_record", "a", { type: "A", content: "198.51.100.7" });
      resource(mail as never, "cloudflare_record", "b", { type: "A", content: "198.51.100.7" });
    });
    const groups = Object.values(all.rblmonitor_host ?? {}).map((host) => [host.name, host.contact_groups]);
    expect(groups.sort()).toEqual([
      ["198.51.100.7", [sid("CG").replace("0", "1")]],
      ["mail/relay", [sid("CG").replace("0", "1")]],
      ["web", options.contactGroups],
    ]);
  });

  it.each([
    ["a", "b"],
    ["b", "a"],
  ])(
    "gives an address of two parts to the first by its path, whether %s or %s is declared first",
    (...ids) => {
      const { resource: all } = synthesised(library, (stack) => {
        for (const id of ids) {
          const part = new (class extends library.sdk.TerraformElement {})(stack, id);
          resource(part as never, "cloudflare_record", "record", { type: "A", content: "198.51.100.7" });
          monitorAddresses(part, { ...options, tags: [id] });
        }
      });
      expect(Object.values(all.rblmonitor_host ?? {})).toEqual([expect.objectContaining({ tags: ["a"] })]);
    },
  );

  it("refuses a scope above the stacks", () => {
    expect(() => monitorAddresses(Testing.stubVersion(new App()), options)).toThrow(
      "The app contains stacks, and monitorAddresses declares its hosts in one. Call it for each stack",
    );
  });

  it("monitors a virtual machine that has a block for a public address", () => {
    const found = addresses((stack) => {
      resource(stack, "google_compute_instance", "inner", { network_interface: [{ network: "default" }] });
      const [list, single] = [[{ access_config: [{}] }], { access_config: {} }];
      resource(stack, "google_compute_instance", "list", { network_interface: list });
      resource(stack, "google_compute_instance", "single", { network_interface: single });
      resource(stack, "google_compute_address", "fixed");
      const fixed = [{ access_config: [{ nat_ip: `\${google_compute_address.fixed.address}` }] }];
      resource(stack, "google_compute_instance", "fixed-too", { network_interface: fixed });
      resource(stack, "google_compute_instance", "open", { network_interface: `\${var.networks}` });
    });
    expect(found).toEqual([
      `\${google_compute_address.fixed.address}`,
      `\${google_compute_instance.list.network_interface[0].access_config[0].nat_ip}`,
      `\${google_compute_instance.single.network_interface[0].access_config[0].nat_ip}`,
    ]);
  });

  it("monitors no private address to which a DNS record refers", () => {
    const privateAddresses = [
      `\${aws_instance.db.private_ip}`,
      `\${google_sql_database_instance.db["a.b"].private_ip_address}`,
      `\${digitalocean_droplet.db.ipv4_address_private}`,
      `\${google_compute_instance.db.network_interface[0].network_ip}`,
      `\${element(azurerm_network_interface.db.private_ip_addresses, 0)}`,
      `\${vultr_instance.db.internal_ip}`,
    ];
    const publicAddresses = [
      `\${aws_instance.private.public_ip}`,
      `\${google_sql_database_instance.db.public_ip_address}`,
      `\${module.private.address}`,
    ];
    const found = addresses((stack) => {
      const records = [...privateAddresses, ...publicAddresses];
      resource(stack, "aws_route53_record", "db", { type: "A", records });
      resource(stack, "cloudflare_dns_record", "db2", { type: "A", content: records[0] });
    });
    expect(found).toEqual(publicAddresses);
  });

  it("takes a reference as the value of an argument that must be declared, or that must be omitted", () => {
    const reasons: string[] = [];
    const names = hostnames((stack) => {
      const certificate_arn = `\${aws_acm_certificate.auth.arn}`;
      resource(stack, "aws_cognito_user_pool_domain", "auth", {
        domain: "auth.example.com",
        certificate_arn,
      });
      const ip_address = `\${google_compute_address.address.address}`;
      const rule = resource(stack, "google_compute_forwarding_rule", "web", { ip_address });
      const last = resource(stack, "google_compute_address", "address");
      const visit = (node: unknown) => {
        if (node === last) reasons.push(...rule.node.metadata.map(({ data }) => data));
      };
      Aspects.of(stack).add({ visit });
    });
    expect(names).toEqual(["auth.example.com"]);
    expect(reasons.filter((text) => `${text}`.includes("Not monitored"))).toEqual([]);
  });

  it("refers to no block or element that a resource lacks, whatever its type says", () => {
    const types = {
      google_compute_instance: { hosts: ["network_interface[0].access_config[0].nat_ip"] },
      openstack_instance: { hosts: ["network[0].fixed_ip", "addresses[1]"] },
    };
    const found = addresses(
      (stack) => {
        const machine = (id: string, given: Arguments) =>
          resource(stack, "google_compute_instance", id, given);
        machine("inner", { network_interface: [{ network: "default" }] });
        machine("outer", { network_interface: [{ network: "default", access_config: [{}] }] });
        machine("open", { network_interface: `\${var.networks}` });
        machine("dynamic", { dynamic: { network_interface: { for_each: [1], content: {} } } });
        machine("dynamic-inner", { network_interface: [{ dynamic: { access_config: { for_each: [] } } }] });
        machine("computed", {});
        resource(stack, "openstack_instance", "one", { network: [{ name: "a" }], addresses: ["192.0.2.1"] });
        resource(stack, "openstack_instance", "two", { addresses: ["192.0.2.1", "192.0.2.2"] });
      },
      { types },
    );
    expect(found).toEqual([
      `\${google_compute_instance.computed.network_interface[0].access_config[0].nat_ip}`,
      `\${google_compute_instance.outer.network_interface[0].access_config[0].nat_ip}`,
      `\${openstack_instance.one.network[0].fixed_ip}`,
      `\${openstack_instance.two.network[0].fixed_ip}`,
      "192.0.2.2",
    ]);
  });

  it("costs in proportion to the resources", () => {
    const readsFor = (pairs: number): number => {
      let reads = 0;
      const name = "friendlyUniqueId";
      const { prototype } = library.sdk.TerraformElement;
      const own = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      const get = function (this: object): unknown {
        reads += 1;
        return own.get?.call(this);
      };
      Object.defineProperty(prototype, name, { ...own, get });
      try {
        const stack = new Stack(Testing.app({ stackTraces: false }), "stack");
        monitorAddresses(stack, options);
        for (let pair = 0; pair < pairs; pair += 1) {
          resource(stack, "aws_eip", `eip-${pair}`, { instance: `\${aws_instance.web-${pair}.id}` });
          resource(stack, "aws_instance", `web-${pair}`, { associate_public_ip_address: true });
        }
        for (const aspect of Aspects.of(stack).all) aspect.visit(stack);
      } finally {
        Object.defineProperty(prototype, name, own);
      }
      return reads;
    };
    expect(readsFor(1600)).toBeLessThanOrEqual(2.5 * readsFor(800));
  });

  it("takes types from its user, who can also change or leave out a known one", () => {
    const types: Options["types"] = {
      exoscale_elastic_ip: { hosts: ["ip_address"], when: { address_family: [null, "inet4"] } },
      aws_eip: { hosts: ["carrier_ip"] },
      hcloud_server: false,
    };
    const declare = (stack: TerraformStack): void => {
      resource(stack, "exoscale_elastic_ip", "own");
      resource(stack, "aws_eip", "mail");
      resource(stack, "hcloud_server", "web");
      resource(stack, "linode_nodebalancer", "test-lb");
    };
    const exclude: Options["exclude"] = ({ node }) => node.id.startsWith("test-");
    expect(addresses(declare, { types, exclude })).toEqual([
      `\${aws_eip.mail.carrier_ip}`,
      `\${exoscale_elastic_ip.own.ip_address}`,
    ]);
  });

  it("monitors certificates only with a certificate profile, and no other part of the stack than its scope", () => {
    const { certificateProfile: _none, ...hostsOnly } = options;
    const { resource: all } = synthesised(library, (stack) => {
      const part = new (class extends library.sdk.TerraformElement {})(stack, "part");
      resource(part as never, "aws_eip", "inner");
      resource(part as never, "aws_acm_certificate", "tls", { domain_name: "example.com" });
      resource(stack, "aws_eip", "outer");
      monitorAddresses(part, hostsOnly);
    });
    expect(Object.values(all.rblmonitor_host ?? {})).toHaveLength(1);
    expect(all.rblmonitor_certificate_monitor).toBeUndefined();
    expect(
      hostnames((stack) => void resource(stack, "aws_acm_certificate", "tls", { domain_name: "a.example" })),
    ).toEqual(["a.example"]);
  });

  describe("says in an annotation", () => {
    const annotationsOf = (
      declare: (stack: TerraformStack) => void,
      more: Partial<Options> = {},
    ): string[] => {
      const stacks: TerraformStack[] = [];
      const declareAll = (stack: TerraformStack): void => {
        stacks.push(stack);
        new RblmonitorProvider(stack, "rblmonitor");
        for (const type of ["aws", "hcloud"])
          new (class extends TerraformProvider {})(stack, type, { terraformResourceType: type });
        monitorAddresses(stack, { ...options, ...more });
        declare(stack);
      };
      synthesised(library, declareAll, true);
      return stacks.flatMap(annotationsIn);
    };

    it("that it finds nothing, and nothing where it does", () => {
      expect(annotationsOf(() => undefined)).toEqual([
        "warn stack/monitored-addresses: stack/monitored-addresses finds no public address. Extend types, or remove it",
      ]);
      expect(annotationsOf((stack) => void resource(stack, "aws_eip", "mail"))).toEqual([]);
    });

    it("which call of several finds nothing", () => {
      const annotations = annotationsOf((stack) => {
        resource(stack, "aws_eip", "mail");
        const part = new (class extends library.sdk.TerraformElement {})(stack, "part");
        monitorAddresses(part, options);
      });
      expect(annotations).toEqual([
        expect.stringContaining("stack/part/monitored-addresses finds no public address"),
      ]);
    });

    it("that no resource has a type that its options name", () => {
      const types = {
        aws_eipp: { hosts: ["public_ip"] },
        hcloud_servers: false,
        aws_eip: { hosts: ["carrier_ip"] },
      } as const;
      expect(annotationsOf((stack) => void resource(stack, "aws_eip", "mail"), { types })).toEqual([
        "info stack/monitored-addresses: types.aws_eipp: no resource of the scope has this type",
        "info stack/monitored-addresses: types.hcloud_servers: no resource of the scope has this type",
      ]);
    });

    it("that it does not see what an aspect adds after it", () => {
      const annotations = annotationsOf((stack) => {
        const web = resource(stack, "hcloud_server", "web");
        Aspects.of(web).add({
          visit: () => {
            if (stack.node.tryFindChild("late") === undefined) {
              resource(stack, "aws_eip", "late");
              resource(stack, "aws_vpc", "other");
            }
          },
        });
      });
      expect(annotations).toEqual([
        "warn stack/late: Not monitored by monitorAddresses, since an aspect added it afterwards",
      ]);
    });
  });

  it("obeys the aspects of the stack, in either order", () => {
    const { hosts } = monitored((stack) => {
      resource(stack, "aws_eip", "mail");
      Aspects.of(stack).add(tagAll("production"));
    });
    expect(hosts).toEqual([expect.objectContaining({ tags: ["production"] })]);
  });

  it("refers to a profile and groups of another stack", () => {
    const outdir = `${process.env.TMPDIR ?? "/tmp"}/addresses-${process.pid}`;
    const app = Testing.stubVersion(new App({ outdir, stackTraces: false }));
    const shared = new Stack(app, "shared");
    new RblmonitorProvider(shared, "rblmonitor");
    const profile = new MonitoringProfile(shared, "hourly", { name: "Hourly", frequency: "1_hour" });
    const groups = [new ContactGroup(shared, "ops", { name: "Operators" })];
    const servers = new Stack(app, "servers");
    new RblmonitorProvider(servers, "rblmonitor");
    new (class extends TerraformProvider {})(servers, "aws", { terraformResourceType: "aws" });
    resource(servers, "aws_eip", "mail");
    const { hosts } = monitorAddresses(servers, { profile, contactGroups: groups });
    app.synth();
    expect(hosts).toHaveLength(0);
    const written = JSON.parse(Testing.synth(servers));
    const [host] = Object.values(written.resource.rblmonitor_host) as {
      profile: string;
      contact_groups: string[];
    }[];
    expect(host?.profile).toMatch(/^\$\{data\.terraform_remote_state\./);
    expect(host?.contact_groups[0]).toMatch(/^\$\{data\.terraform_remote_state\./);
  });

  it("is planned and applied with addresses that Terraform knows only after the apply", async () => {
    const account = await openAccount();
    const { workspace } = account;
    await synthesise(library, workspace, (stack) => {
      new RblmonitorProvider(stack, "rblmonitor");
      const profile = new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" });
      const groups = [new ContactGroup(stack, "ops", { name: "Operators" })];
      const server = (id: string, address: string) =>
        resource(stack, "terraform_data", id, { input: address });
      server("one", "192.0.2.1");
      server("two", `192.0.2.\${count.index + 10}`).count = 2;
      const map = Token.asStringMap(
        new TerraformVariable(stack, "map", { type: "map(string)", default: { a: "192.0.2.21" } }).value,
      );
      server("three", `\${each.value}`).forEach = TerraformIterator.fromMap(map);
      monitorAddresses(stack, {
        profile,
        contactGroups: groups,
        types: { terraform_data: { hosts: ["output"] } },
      });
    });
    const real = await account.another({ ...running, folder: workspace.folder });
    expect(await real.workspace.run("init")).toMatchObject({ code: 0 });
    await real.apply();
    const hosts = account.service.account.objects("host").map(({ host }) => host);
    expect(hosts.sort()).toEqual(["192.0.2.1", "192.0.2.10", "192.0.2.11", "192.0.2.21"]);
    const changes = (await real.keptPlan()).resource_changes ?? [];
    expect(changes.filter(({ change }) => change.actions.join() !== "no-op")).toEqual([]);
    await real.destroy();
  });
});
