import type { TerraformStack } from "cdktf";
import { annotationsIn, libraries, sid, synthesised } from "./libraries";

const given: { readonly contactGroups: readonly string[] } = { contactGroups: [sid("CG")] };
const shared = { profile: sid("RP"), ...given };

/** A configuration with more properties than its type has. */
const widened = <Config extends object>(config: Config, more: object): Config => ({ ...config, ...more });

const mx = { ...shared, host: "192.0.2.1", name: "mx" };

describe.each(libraries)("a configuration for %s", (_, library) => {
  const { CertificateProfile, Contact, ContactGroup, Contacts, DataRblmonitorCheckStatus } =
    library.constructs;
  const {
    DataRblmonitorHosts,
    EphemeralRblmonitorManualCheck,
    Host,
    HostFleet,
    ManualCheck,
    monitorAddresses,
  } = library.constructs;
  const { MonitoringProfile, NotificationGroup, pauseAll, RblmonitorProvider } = library.constructs;
  const { requestBudget, Source, tagAll, TlsEndpoints } = library.constructs;
  const { Aspects, Lazy, TerraformCount, TerraformVariable, Token } = library.sdk;

  const synth = (declare: (stack: TerraformStack) => void) => () =>
    synthesised(
      library,
      (stack) => {
        new RblmonitorProvider(stack, "rblmonitor");
        declare(stack);
      },
      true,
    );
  type Declaring = (stack: TerraformStack) => void;
  const annotationsOf = (declare: Declaring): string[] => {
    const stacks: TerraformStack[] = [];
    synth((stack) => {
      stacks.push(stack);
      declare(stack);
    })();
    return stacks.flatMap(annotationsIn);
  };

  // What TypeScript takes for a string: the value of a misspelt key.
  const table: Readonly<Record<string, string>> = {};
  const missing = table.oncal as string;
  const contactGroups = [sid("CG"), missing];

  it.each<[place: string, Declaring]>([
    ["stack/mx: contactGroups[1]", (stack) => new Host(stack, "mx", { ...mx, contactGroups })],
    ["stack/mx: formerly", (stack) => new Host(stack, "mx", { ...mx, formerly: "" })],
    ["stack/f: formerly", (stack) => new HostFleet(stack, "f", { ...shared, hosts: [], formerly: "" })],
    [
      "stack/f: hosts.mx.formerly",
      (stack) => new HostFleet(stack, "f", { ...shared, hosts: { mx: { host: "192.0.2.1", formerly: "" } } }),
    ],
    ["stack/mx: tags[0]", (stack) => new Host(stack, "mx", { ...mx, tags: [missing] })],
    [
      "stack/f: contactGroups[1]",
      (stack) => new HostFleet(stack, "f", { ...shared, hosts: [], contactGroups }),
    ],
    ["stack/f: tags[0]", (stack) => new HostFleet(stack, "f", { ...shared, hosts: [], tags: [missing] })],
    ["stack/f: hosts[0]", (stack) => new HostFleet(stack, "f", { ...shared, hosts: [missing] })],
    ["stack/f: hosts.mx", (stack) => new HostFleet(stack, "f", { ...shared, hosts: { mx: missing } })],
    [
      "stack/f: hosts.mx.contactGroups[1]",
      (stack) =>
        new HostFleet(stack, "f", { ...shared, hosts: { mx: { host: "192.0.2.1", contactGroups } } }),
    ],
    [
      "stack/t: contactGroups[1]",
      (stack) => new TlsEndpoints(stack, "t", { ...shared, endpoints: [], contactGroups }),
    ],
    ["stack/t: endpoints[0]", (stack) => new TlsEndpoints(stack, "t", { ...shared, endpoints: [missing] })],
    [
      "stack/c: contactGroups[1]",
      (stack) => new Contact(stack, "c", { contact: "a@example.com", type: "email", contactGroups }),
    ],
    [
      "stack/c: args.key",
      (stack) =>
        new Contact(stack, "c", { ...given, contact: "a", type: "pushover", args: { key: missing } }),
    ],
    [
      "stack/c: argsWo.key",
      (stack) =>
        new Contact(stack, "c", { ...given, contact: "a", type: "pushover", argsWo: { key: missing } }),
    ],
    [
      "stack/check: triggers.release",
      (stack) => new ManualCheck(stack, "check", { host: "192.0.2.1", triggers: { release: missing } }),
    ],
    [
      "stack/monitored-addresses: contactGroups[1]",
      (stack) => monitorAddresses(stack, { ...shared, contactGroups }),
    ],
    [
      "stack/p: entries[0]",
      (stack) => new MonitoringProfile(stack, "p", { name: "p", frequency: "1_hour", entries: [missing] }),
    ],
    [
      "stack/p: expirationThresholds[1]",
      (stack) =>
        new CertificateProfile(stack, "p", { name: "p", expirationThresholds: [30, table.week as never] }),
    ],
    [
      "stack/g: contacts[0]",
      (stack) => new NotificationGroup(stack, "g", { name: "g", contacts: [missing as never] }),
    ],
    ["tagAll: tags[1]", () => tagAll("a", missing)],
  ])("has no missing element in %s", (place, declare) => {
    expect(synth(declare)).toThrow(`${place} is missing`);
  });

  it("says where a missing element may come from", () => {
    expect(synth((stack) => new Host(stack, "mx", { ...mx, contactGroups }))).toThrow(
      "stack/mx: contactGroups[1] is missing. Check the name or variable that it comes from, or leave it out",
    );
  });

  it("has no missing element after an aspect either", () => {
    const changed = synth((stack) => {
      const host = new Host(stack, "mx", mx);
      Aspects.of(stack).add({
        visit: () => {
          host.contactGroups = contactGroups;
        },
      });
    });
    expect(changed).toThrow("stack/mx: contactGroups[1] is missing");
  });

  it.each<[problem: string, Declaring]>([
    [
      'stack/mx: contactGroups[1] is "", but must be the SID of a contact group (CG and 32 hexadecimal digits)',
      (stack) => new Host(stack, "mx", { ...mx, contactGroups: [sid("CG"), ""] }),
    ],
    [
      "stack/mx: name must have 1 to 255 characters; it has 0",
      (stack) => new Host(stack, "mx", { ...mx, name: "" }),
    ],
    ["stack/mx: tags[0] must not be empty", (stack) => new Host(stack, "mx", { ...mx, tags: [""] })],
    [
      "stack/mx: tags[0] must not contain a comma, which separates elements",
      (stack) => {
        new Host(stack, "mx", mx);
        Aspects.of(stack).add(tagAll("a,b"));
      },
    ],
    [
      'stack/f/mx: host is "192.0.2.300", but must be an IPv4 address (192.0.2.1), a domain name',
      (stack) => new HostFleet(stack, "f", { ...shared, hosts: { mx: "192.0.2.300" } }),
    ],
    [
      'stack/mx: host is "http://mx.example.com", but must be an IPv4 address',
      (stack) => new Host(stack, "mx", { ...mx, host: "http://mx.example.com" }),
    ],
    [
      "stack/p: expirationThresholds[1] is NaN, but must be a number",
      (stack) => new CertificateProfile(stack, "p", { name: "p", expirationThresholds: [7, Number("x")] }),
    ],
    [
      "stack/p: expirationThresholds[0] is 0.5, but must be a whole number",
      (stack) => new CertificateProfile(stack, "p", { name: "p", expirationThresholds: [0.5] }),
    ],
    [
      "stack/s: customCodes[0] must not be empty",
      (stack) => new Source(stack, "s", { host: "bl.example.com", type: "rbl", customCodes: [""] }),
    ],
  ])("obeys the rules of the schema: %s", (problem, declare) => {
    expect(synth(declare)).toThrow(problem);
  });

  it("does not show a text that may be secret", () => {
    const contact = "s3cret\ud800";
    expect(synth((stack) => new Contact(stack, "c", { ...given, contact, type: "slack" }))).toThrow(
      "stack/c: contact must not contain half a character",
    );
    expect(synth((stack) => new Contact(stack, "c", { ...given, contact, type: "slack" }))).not.toThrow(
      /s3cret/,
    );
  });

  it.each<[problem: string, Declaring]>([
    [
      "stack/mx: contactGroups is the construct stack/g, but must be a list: put it into brackets, [ ]",
      (stack) => {
        const group = new NotificationGroup(stack, "g", { name: "g", contacts: [Contacts.sms("+15550100")] });
        new Host(stack, "mx", { ...mx, contactGroups: group as never });
      },
    ],
    [
      "stack/f: tags is a string, but must be a list",
      (stack) => new HostFleet(stack, "f", { ...shared, hosts: [], tags: "a" as never }),
    ],
    ["tagAll: tags[0] is a list: pass its elements in its place", () => tagAll(["a", "b"] as never)],
    [
      "stack/monitored-addresses: the configuration is missing, but must be an object",
      (stack) => monitorAddresses(stack, undefined as never),
    ],
  ])("has the shape of its type: %s", (problem, declare) => {
    expect(synth(declare)).toThrow(problem);
  });

  it("accepts the token of a number in a text where the library reads it, and no other", () => {
    const { index } = TerraformCount.of(2);
    const host = (text: string) => synth((stack) => new Host(stack, "mx", { ...mx, name: text }));
    for (const text of [`192.0.2.${index}`, `mx${index}.example.com`, `mx-${index}`, `${index}1`])
      expect(host(text)).toThrow(
        `stack/mx: name has the token of a number next to a digit, a dot, a sign, or an e, which the library misreads. Write it as a text: \${Token.asString(count.index)}`,
      );
    const fleet = { ...shared, hosts: { mx: `192.0.2.${index}` } };
    expect(synth((stack) => new HostFleet(stack, "f", fleet))).toThrow(
      "stack/f: hosts.mx has the token of a",
    );
    for (const text of [`192.0.2.${Token.asString(index)}`, `mx${index}`, `${index}`, `1e+298.5`]) {
      const { resource } = host(text)();
      expect(JSON.stringify(resource)).not.toMatch(/e\+2(?!98\.5)/);
    }
  });

  it("may have undefined in place of an option, as `exactOptionalPropertyTypes` would refuse", () => {
    const unset = { tags: undefined, paused: undefined, lifecycle: undefined, dependsOn: undefined };
    const right = synth((stack) => {
      new Host(stack, "a", { ...mx, ...unset, provider: undefined, count: undefined });
      new HostFleet(stack, "b", {
        ...shared,
        ...unset,
        hosts: { mx: { host: "192.0.2.2", tags: undefined } },
      });
      new TlsEndpoints(stack, "t", {
        ...{ ...shared, ...unset, profile: sid("CP") },
        endpoints: [{ hostname: "www.example.com", protocol: undefined, name: undefined }],
      });
      const contacts = [Contacts.email("a@example.com", { id: undefined, contactGroups: undefined })];
      new NotificationGroup(stack, "g", { name: "g", contacts, isDefault: undefined });
      monitorAddresses(stack, {
        ...{ ...shared, ...unset, certificateProfile: undefined, exclude: undefined },
        types: { terraform_data: { hosts: ["output"], when: undefined, exists: undefined } },
      });
      const limits = { limit: undefined, pageSize: undefined, report: undefined };
      Aspects.of(stack).add(requestBudget(limits));
    });
    expect(right).not.toThrow();
  });

  it.each<[place: string, Declaring]>([
    [
      "stack/f: hosts is lazy, so its entries are not known yet",
      (stack) => {
        const hosts = Lazy.anyValue({ produce: () => ({ mx: "192.0.2.1" }) });
        new HostFleet(stack, "f", { ...shared, hosts });
      },
    ],
    [
      "stack/f: hosts is lazy",
      (stack) => {
        const hosts = Lazy.listValue({ produce: () => ["192.0.2.1"] });
        new HostFleet(stack, "f", { ...shared, hosts });
      },
    ],
    [
      "stack/t: endpoints is lazy",
      (stack) => {
        const endpoints = Lazy.anyValue({ produce: () => ["www.example.com"] });
        new TlsEndpoints(stack, "t", { ...shared, endpoints });
      },
    ],
  ])("has entries that are known when the fleet is declared: %s", (problem, declare) => {
    expect(synth(declare)).toThrow(problem);
  });

  it("may have keys that Terraform would read as expressions", () => {
    const { resource } = synth((stack) => {
      const hosts = { "${x}": "192.0.2.1", "%{y}": "192.0.2.2", z$: "192.0.2.3" };
      new HostFleet(stack, "f", { ...shared, hosts });
      const endpoints = { "${x}": { hostname: "www.example.com" } };
      new TlsEndpoints(stack, "t", { ...shared, profile: sid("CP"), endpoints });
    })();
    const names = (type: string) => Object.values(resource[type] ?? {}).map(({ name }) => name);
    expect(names("rblmonitor_host")).toEqual([`$\${x}`, "%%{y}", "z$"]);
    expect(names("rblmonitor_certificate_monitor")).toEqual([`$\${x}`]);
  });

  it("may have constructs in entries, where the argument accepts them, and nowhere else", () => {
    const fleet = (entry: object) =>
      synth((stack) => {
        const group = new ContactGroup(stack, "g", { name: "g" });
        const hosts = {
          mx: { host: "192.0.2.1", contactGroups: [group] },
          web: { host: "192.0.2.2", ...entry },
        };
        new HostFleet(stack, "f", { ...shared, hosts });
        const contacts = { lead: Contacts.email("a@example.com", { contactGroups: [group] }) };
        new NotificationGroup(stack, "n", { name: "n", contacts });
        const notified = new NotificationGroup(stack, "all", { name: "all", contacts: [] });
        monitorAddresses(stack, { ...shared, contactGroups: [notified], certificateProfile: sid("CP") });
      });
    expect(fleet({})).not.toThrow();
    const { App, TerraformStack: Stack } = library.sdk;
    const foreign = new ContactGroup(new Stack(new App(), "other"), "g", { name: "g" });
    expect(fleet({ tags: [foreign] })).toThrow(
      "stack/f: hosts.web.tags[0] is the construct other/g, but accepts",
    );
  });

  it("may have tags that Terraform reads as expressions, and that the guide's way escapes", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform's
    const tag = "${var.stage}";
    const tags = [tag, tag.replace(/([$%])\{/g, "$1$1{")];
    const { resource } = synth((stack) => new Host(stack, "mx", { ...mx, tags }))();
    expect(resource.rblmonitor_host?.mx?.tags).toEqual([tag, `$${tag}`]);
  });

  it.each<[problem: string, Declaring]>([
    [
      "stack/mx: tag is not an argument. Write tags",
      (stack) => new Host(stack, "mx", widened(mx, { tag: ["a"] })),
    ],
    [
      "stack/mx: Paused is not an argument. Write paused",
      (stack) => new Host(stack, "mx", widened(mx, { Paused: true })),
    ],
    [
      "stack/mx: contact_groups is not an argument. Write contactGroups",
      (stack) => new Host(stack, "mx", widened(mx, { contact_groups: [] })),
    ],
    [
      "stack/all: tags is not an argument. Write tag",
      (stack) => new DataRblmonitorHosts(stack, "all", widened({}, { tags: "a" })),
    ],
    [
      "stack/check: details_ is not an argument. Write details",
      (stack) =>
        new EphemeralRblmonitorManualCheck(
          stack,
          "check",
          widened({ host: "192.0.2.1" }, { details_: true }),
        ),
    ],
    [
      "stack/second: account_sid is not an argument. Write accountSid",
      (stack) => new RblmonitorProvider(stack, "second", widened({ alias: "second" }, { account_sid: "AC" })),
    ],
    [
      "stack/f: tag is not an argument. Write tags",
      (stack) => new HostFleet(stack, "f", widened({ ...shared, hosts: ["192.0.2.1"] }, { tag: ["a"] })),
    ],
    [
      "stack/f: hosts.mx.contact_groups is not an argument. Write contactGroups",
      (stack) =>
        new HostFleet(stack, "f", {
          ...shared,
          hosts: { mx: widened({ host: "192.0.2.1" }, { contact_groups: [] }) },
        }),
    ],
    [
      "stack/f: hosts[0].pause is not an argument. Write paused",
      (stack) =>
        new HostFleet(stack, "f", { ...shared, hosts: [widened({ host: "192.0.2.1" }, { pause: true })] }),
    ],
    [
      "stack/t: endpoints[0].tag is not an argument. Write tags",
      (stack) =>
        new TlsEndpoints(stack, "t", {
          ...shared,
          endpoints: [widened({ hostname: "a.example" }, { tag: ["a"] })],
        }),
    ],
    [
      "stack/t: endpoints.a.contactGroup is not an argument. Write contactGroups",
      (stack) =>
        new TlsEndpoints(stack, "t", {
          ...shared,
          endpoints: { a: widened({ hostname: "a.example" }, { contactGroup: "CG" }) },
        }),
    ],
    [
      "stack/g: contacts[0].pause is not an argument. Write paused",
      (stack) => {
        const contacts = [Contacts.email("a@example.com", widened({}, { pause: true }))];
        new NotificationGroup(stack, "g", { name: "g", contacts });
      },
    ],
    [
      "stack/g: contacts.lead.contact_groups is not an argument. Write contactGroups",
      (stack) => {
        const contacts = { lead: Contacts.email("a@example.com", widened({}, { contact_groups: [] })) };
        new NotificationGroup(stack, "g", { name: "g", contacts });
      },
    ],
    [
      "stack/g: is_default is not an argument. Write isDefault",
      (stack) =>
        new NotificationGroup(stack, "g", widened({ name: "g", contacts: [] }, { is_default: true })),
    ],
    [
      "stack/monitored-addresses: pause is not an argument. Write paused",
      (stack) => monitorAddresses(stack, widened(shared, { pause: true })),
    ],
    [
      "stack/monitored-addresses: types.terraform_data.host is not an argument. Write hosts",
      (stack) =>
        monitorAddresses(stack, { ...shared, types: { terraform_data: widened({}, { host: ["output"] }) } }),
    ],
    ["pauseAll: wen is not an argument. Write when", () => pauseAll(widened({}, { wen: false }))],
    [
      "pauseAll: if is not an argument. Write when or kinds in its place",
      () => pauseAll(widened({}, { if: false })),
    ],
  ])("has no misspelt argument, as a cast or data can pass it: %s", (problem, declare) => {
    expect(synth(declare)).toThrow(`${problem}`);
  });

  it("may have properties of a larger object, about which synthesis warns once", () => {
    const warnings = annotationsOf((stack) => {
      const hosts = { mx: { host: "192.0.2.1", owner: "a" }, web: { host: "192.0.2.2", owner: "b" } };
      new HostFleet(stack, "f", { ...shared, ...{ region: "eu" }, hosts });
      const host = {
        ...mx,
        host: "192.0.2.3",
        hosts: ["192.0.2.3"],
        owner: undefined,
        contactGroup: undefined,
      };
      new Host(stack, "mx", host);
    });
    const unknown = "is not an argument, so it has no effect. Arguments: ";
    expect(warnings).toEqual([
      expect.stringContaining(`warn stack: stack/mx: hosts ${unknown}provider, dependsOn, lifecycle, count,`),
      expect.stringContaining(
        `warn stack/f: stack/f: region ${unknown}provider, dependsOn, lifecycle, profile,`,
      ),
      `warn stack/f: stack/f: hosts.mx.owner ${unknown}profile, contactGroups, tags, paused, name, formerly, host`,
    ]);
  });

  it("may have every argument of Terraform", () => {
    const ofTerraform = {
      count: 1,
      dependsOn: [],
      lifecycle: {},
      provisioners: [],
      connection: undefined,
      forEach: undefined,
    };
    const annotations = annotationsOf((stack) => {
      const provider = new RblmonitorProvider(stack, "second", { alias: "second" });
      new Host(stack, "mx", { ...mx, ...ofTerraform, provider, formerly: "old" });
      new DataRblmonitorHosts(stack, "all", { ...ofTerraform, provider });
      const contacts = [Contacts.email("a@example.com", { id: "a", formerly: "b", contactGroups: [] })];
      new NotificationGroup(stack, "g", {
        name: "g",
        contacts,
        provider,
        dependsOn: [],
        lifecycle: {},
        formerly: "h",
      });
    });
    expect(annotations).toEqual([]);
  });

  it.each<[lacking: string, Declaring]>([
    [
      "stack/mx: the configuration lacks contactGroups, host, name, profile",
      (stack) => new Host(stack, "mx", {} as never),
    ],
    [
      "stack/mx: the configuration lacks profile",
      (stack) => new Host(stack, "mx", { ...mx, profile: null as never }),
    ],
    [
      "stack/c: the configuration lacks type",
      (stack) => new Contact(stack, "c", { ...given, contact: "a" } as never),
    ],
    ["stack/check: the configuration lacks host", (stack) => new ManualCheck(stack, "check", {} as never)],
    [
      "stack/status: the configuration lacks id",
      (stack) => new DataRblmonitorCheckStatus(stack, "status", {} as never),
    ],
    [
      "stack/f: the configuration lacks profile, contactGroups",
      (stack) => new HostFleet(stack, "f", { hosts: ["192.0.2.1"] } as never),
    ],
    [
      "stack/t: the configuration lacks profile",
      (stack) => new TlsEndpoints(stack, "t", { ...given, endpoints: ["a.example"] } as never),
    ],
    [
      "stack/g: the configuration lacks name",
      (stack) => new NotificationGroup(stack, "g", { contacts: [] } as never),
    ],
    [
      "stack/monitored-addresses: the configuration lacks profile",
      (stack) => monitorAddresses(stack, given as never),
    ],
  ])("has what the construct requires: %s", (problem, declare) => {
    expect(synth(declare)).toThrow(`${problem}. Add what the construct requires`);
  });

  it("may have arguments of a contact that are named like those of other constructs", () => {
    const right = synth((stack) => {
      const args = { tags: "team:mail", profile: "a", contactGroups: "b" };
      new Contact(stack, "c", { ...given, contact: "a", type: "datadog", args });
      new HostFleet(stack, "f", { ...shared, hosts: { tags: "192.0.2.1", contactGroups: "192.0.2.2" } });
    });
    expect(right).not.toThrow();
  });

  it.each(["", "__proto__", "constructor"])("has no entry under the key %j", (key) => {
    const entries = (value: string) => JSON.parse(`{ ${JSON.stringify(key)}: ${JSON.stringify(value)} }`);
    const refused = `has the key ${JSON.stringify(key)}. Choose another, as a name`;
    expect(synth((stack) => new HostFleet(stack, "f", { ...shared, hosts: entries("192.0.2.1") }))).toThrow(
      `stack/f: hosts ${refused}`,
    );
    expect(
      synth((stack) => new TlsEndpoints(stack, "t", { ...shared, endpoints: entries("https") })),
    ).toThrow(`stack/t: endpoints ${refused}`);
  });

  it.each(["hosts", "endpoints"])("may have no %s, which is a warning", (property) => {
    const annotations = annotationsOf((stack) => {
      const Fleet = (property === "hosts" ? HostFleet : TlsEndpoints) as typeof HostFleet;
      for (const [id, entries] of [
        ["list", []],
        ["map", {}],
      ] as const)
        new Fleet(stack, id, { ...shared, [property]: entries } as never);
    });
    const none = `has no ${property}, so it monitors nothing. Check the list or variable that they come from`;
    expect(annotations).toEqual([`warn stack/list: stack/list ${none}`, `warn stack/map: stack/map ${none}`]);
  });

  it("may have tokens in place of values", () => {
    const right = synth((stack) => {
      const { stringValue, listValue } = new TerraformVariable(stack, "any", { type: "any" });
      new HostFleet(stack, "b", { ...shared, hosts: { mx: { host: stringValue } } });
      new Host(stack, "c", { ...mx, host: "%{ if true }a%{ endif }", contactGroups: listValue });
    });
    expect(right).not.toThrow();
  });
});
