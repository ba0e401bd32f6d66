import type { TerraformStack } from "cdktf";
import { annotationsIn, libraries, sid, synthesised } from "./libraries";

const shared = { profile: sid("RP"), contactGroups: [sid("CG")] };
const mx = { host: "192.0.2.1", name: "mx" };

describe.each(libraries)("a mistake in a stack for %s", (_, library) => {
  const { CertificateMonitor, CertificateProfile, Contact, ContactGroup, DataRblmonitorHosts } =
    library.constructs;
  const { Host, HostFleet, MonitoringProfile, RblmonitorProvider, TlsEndpoints } = library.constructs;
  const { Contacts, EphemeralRblmonitorManualCheck, monitorAddresses, NotificationGroup, pauseAll, tagAll } =
    library.constructs;
  const { App, Aspects, Lazy, TerraformStack: Stack, TerraformVariable, Testing } = library.sdk;
  const { TerraformLocal, TerraformProvider, TerraformResource } = library.sdk;

  const synth = (declare: (stack: TerraformStack) => void) => () =>
    synthesised(
      library,
      (stack) => {
        new RblmonitorProvider(stack, "rblmonitor");
        declare(stack);
      },
      true,
    );

  it("is a construct of another kind, as JavaScript can pass it", () => {
    const wrong = synth((stack) => {
      const group = new ContactGroup(stack, "ops", { name: "Operators" });
      new Host(stack, "mx", { ...mx, profile: group as never, contactGroups: [group] });
    });
    expect(wrong).toThrow(
      `stack/mx: profile is a contact group, but must be a monitoring profile: \${rblmonitor_contact_group.ops.id}`,
    );
  });

  it.each([
    ["192.0.2.0/24", "host"],
    ["999.1.1.1", "host"],
    [sid("CG"), "host"],
  ])("is a host that no ephemeral check can have: %s", (host, property) => {
    const wrong = synth((stack) => new EphemeralRblmonitorManualCheck(stack, "check", { host }));
    expect(wrong).toThrow(`stack/check: ${property} is `);
  });

  it("is the id of a construct of another kind", () => {
    const wrong = synth((stack) => {
      const profile = new MonitoringProfile(stack, "hourly", { name: "Hourly", frequency: "1_hour" });
      new Host(stack, "mx", { ...mx, ...shared, contactGroups: [sid("CG"), profile.id] });
    });
    expect(wrong).toThrow("stack/mx: contactGroups[1] is a monitoring profile, but must be a contact group");
  });

  it("is an invalid value of this provider, not of another one", () => {
    const apiVersion = "5.0" as never;
    expect(synth((stack) => new RblmonitorProvider(stack, "old", { alias: "old", apiVersion }))).toThrow(
      'stack/old: apiVersion is "5.0". Valid values: 4.0, 3.0',
    );
    const others = synth((stack) => {
      class Other extends TerraformProvider {
        public readonly apiVersionInput = "5.0";
      }
      new Other(stack, "other", { terraformResourceType: "other" });
    });
    expect(others).not.toThrow();
  });

  it("is reported once, whatever the number of constructs in its stack", () => {
    const wrong = synth((stack) => {
      for (const name of ["one", "two", "three"]) new ContactGroup(stack, name, { name });
      new Host(stack, "mx", { ...mx, ...shared, profile: sid("CP") });
    });
    const mistakes = () => {
      try {
        wrong();
        return [];
      } catch (error) {
        return String(error).match(/stack\/mx: profile is a certificate profile/g);
      }
    };
    expect(mistakes()).toHaveLength(1);
  });

  it("is a SID of another kind, in resources and data sources", () => {
    expect(synth((stack) => new Host(stack, "mx", { ...mx, ...shared, profile: sid("CP") }))).toThrow(
      `stack/mx: profile is a certificate profile, but must be a monitoring profile: ${sid("CP")}`,
    );
    expect(synth((stack) => new DataRblmonitorHosts(stack, "found", { contactGroup: sid("HT") }))).toThrow(
      "stack/found: contactGroup is a host, but must be a contact group",
    );
  });

  it("is an object that has no SID, already at construction", () => {
    const fleet = (stack: TerraformStack) =>
      new HostFleet(stack, "fleet", { ...shared, hosts: ["192.0.2.1"] });
    expect(
      synth((stack) => new Host(stack, "mx", { ...mx, ...shared, profile: fleet(stack) as never })),
    ).toThrow(/^stack\/fleet has no SID: pass a SID or a construct with an id/);
  });

  it("is a variable, a local or a resource in place of its value, already at construction", () => {
    const given: Readonly<Record<string, (stack: TerraformStack, value: never) => unknown>> = {
      "stack/mx: host": (stack, host) => new Host(stack, "mx", { ...mx, ...shared, host }),
      "stack/mx: tags": (stack, tags) => new Host(stack, "mx", { ...mx, ...shared, tags }),
      "stack/mx: profile": (stack, profile) => new Host(stack, "mx", { ...mx, ...shared, profile }),
      "stack/mx: contactGroups[1]": (stack, group) =>
        new Host(stack, "mx", { ...mx, ...shared, contactGroups: [sid("CG"), group] }),
      "stack/other: authToken": (stack, authToken) =>
        new RblmonitorProvider(stack, "other", { alias: "other", authToken }),
      "stack/mail: args.key": (stack, key) =>
        new Contact(stack, "mail", { type: "pushover", contact: "key", ...shared, args: { key } } as never),
      "stack/fleet: hosts": (stack, hosts) => new HostFleet(stack, "fleet", { ...shared, hosts }),
      "stack/fleet2: hosts.mx.host": (stack, host) =>
        new HostFleet(stack, "fleet2", { ...shared, hosts: { mx: { host } } }),
      "stack/fleet3: tags": (stack, tags) =>
        new HostFleet(stack, "fleet3", { ...shared, hosts: ["a.example"], tags }),
      "stack/tls: endpoints[1]": (stack, hostname) =>
        new TlsEndpoints(stack, "tls", { ...shared, endpoints: ["a.example", hostname] }),
      "stack/ops: contacts": (stack, contacts) =>
        new NotificationGroup(stack, "ops", { name: "ops", contacts }),
      "stack/ops2: contacts[0].contact": (stack, address) =>
        new NotificationGroup(stack, "ops2", { name: "ops", contacts: [Contacts.email(address)] }),
      "stack/monitored-addresses: tags": (stack, tags) =>
        monitorAddresses(stack, { profile: sid("RP"), contactGroups: [sid("CG")], tags }),
      "tagAll: tags[1]": (_stack, tag) => tagAll("production", tag),
      "pauseAll: when": (_stack, when) => pauseAll({ when }),
    };
    for (const [place, declare] of Object.entries(given)) {
      const passing = (make: (stack: TerraformStack) => unknown) =>
        synth((stack) => void declare(stack, make(stack) as never));
      expect(passing((stack) => new TerraformVariable(stack, "mxs", { type: "list(string)" }))).toThrow(
        `${place} is the variable stack/mxs. Pass the property \`value\` of the variable mxs`,
      );
      expect(passing((stack) => new TerraformLocal(stack, "mxs", ["a.example"]))).toThrow(
        `${place} is the local stack/mxs. Pass the property \`expression\` of the local mxs`,
      );
      if (/profile|Groups/.test(place)) continue;
      expect(
        passing((stack) => new TerraformResource(stack, "ip", { terraformResourceType: "aws_eip" })),
      ).toThrow(
        `${place} is the construct stack/ip, but accepts none. Check the name of the argument, or pass an`,
      );
    }
  });

  it("is a second call of monitorAddresses for a scope", () => {
    const options = { profile: sid("RP"), contactGroups: [sid("CG")] };
    const twice = synth((stack) => {
      monitorAddresses(stack, options);
      monitorAddresses(stack, options);
    });
    expect(twice).toThrow("stack: monitorAddresses was called twice for this scope. Pass all types and");
  });

  it("is an empty list of groups or thresholds, unless an aspect fills it", () => {
    const host = (stack: TerraformStack) => new Host(stack, "mx", { ...mx, ...shared, contactGroups: [] });
    expect(synth(host)).toThrow(
      "stack/mx: contactGroups is an empty list: it must have at least one element",
    );
    const profile = { name: "Expiry", expirationThresholds: [] };
    expect(synth((stack) => new CertificateProfile(stack, "expiry", profile))).toThrow(
      "stack/expiry: expirationThresholds is an empty list",
    );
    const filled = synth((stack) => {
      const one = host(stack);
      Aspects.of(stack).add({
        visit: () => {
          one.contactGroups = [sid("CG")];
        },
      });
    });
    expect(filled).not.toThrow();
  });

  it("is a map of tags, as an aspect for the resources of AWS sets it", () => {
    const wrong = synth((stack) => {
      new HostFleet(stack, "mail", { ...shared, hosts: { mx: "192.0.2.1" }, tags: ["inbound"] });
      // As in the documentation of CDKTF.
      Aspects.of(stack).add({
        visit: (node: { tags?: object; tagsInput?: object }) => {
          if ("tags" in node && "tagsInput" in node) node.tags = { createdBy: "cdktf", ...node.tagsInput };
        },
      } as never);
    });
    expect(wrong).toThrow(
      "stack/mail/mx: tags is a map, but must be a list. An aspect that sets it must skip resources whose type starts with rblmonitor_",
    );
  });

  it("is a misspelt value, which the message corrects", () => {
    const endpoints = { "mail.example.com": "imapz" as never };
    const tls = { endpoints, ...shared, profile: sid("CP") };
    expect(synth((stack) => new TlsEndpoints(stack, "tls", tls))).toThrow(
      /stack\/tls\/mail\.example\.com-imapz: protocol is "imapz"\. Valid values: https, smtps, smtp, imaps,/,
    );
    const profile = { name: "Hourly", frequency: "hourly" as never };
    expect(synth((stack) => new MonitoringProfile(stack, "hourly", profile))).toThrow(
      'stack/hourly: frequency is "hourly". Valid values: 1_hour, 2_hours,',
    );
  });

  it("is a threshold beyond the documented limits, as a warning", () => {
    const warnings: string[] = [];
    synth((stack) => {
      const expirationThresholds = [400, 7];
      const profile = new CertificateProfile(stack, "expiry", { name: "Expiry", expirationThresholds });
      stack.node.addValidation({
        validate: () => {
          warnings.push(...profile.node.metadata.map(({ type, data }) => `${type} ${data}`));
          return [];
        },
      });
    })();
    expect(warnings.join("\n")).toMatch(
      /warn expirationThresholds has values outside the 0 to 90 that the service documents/,
    );
  });

  describe("that a template made of a missing value", () => {
    const warningsOf = (declare: (stack: TerraformStack) => void): string[] => {
      const stacks: TerraformStack[] = [];
      synth((stack) => {
        stacks.push(stack);
        declare(stack);
      })();
      return stacks.flatMap(annotationsIn);
    };
    const check = "Check whether a value of its template is missing";

    it.each<[text: string, word: string]>([
      ["undefined.example.com", "undefined"],
      ["web-undefined.example.com", "undefined"],
      ["null.example.com", "null"],
      ["mx.NaN.example.com", "NaN"],
    ])("is a warning for the host %s", (host, word) => {
      expect(warningsOf((stack) => new Host(stack, "mx", { ...shared, name: "mx", host }))).toEqual([
        `warn stack: stack/mx: host has the word ${word} in "${host}". ${check}`,
      ]);
    });

    it("is a warning for a tag, once for the objects of a fleet, and next to an expression", () => {
      const warnings = warningsOf((stack) => {
        const hosts = { a: "192.0.2.1", b: "192.0.2.2", c: "192.0.2.3" };
        new HostFleet(stack, "f", { ...shared, hosts });
        Aspects.of(stack).add(tagAll(`env-${process.env.NO_SUCH_VARIABLE}`));
        const name = `undefined-${new TerraformVariable(stack, "name", { type: "string" }).stringValue}`;
        new Host(stack, "mx", { ...mx, ...shared, host: "192.0.2.4", name });
      });
      expect(warnings).toEqual([
        `warn stack: stack/mx: name has the word undefined in "undefined-\${var.name}". ${check}`,
        `warn stack: stack/mx: tags[0] has the word undefined in "env-undefined". ${check}`,
        `warn stack/f: stack/f/a: tags[0] has the word undefined in "env-undefined". ${check}`,
      ]);
    });

    it("does not show a text that may be secret", () => {
      const contact = "https://hooks.example.com/undefined/s3cret";
      const { contactGroups } = shared;
      expect(
        warningsOf((stack) => new Contact(stack, "c", { contact, type: "slack", contactGroups })),
      ).toEqual([`warn stack: stack/c: contact has the word undefined. ${check}`]);
    });

    it("is not warned of where the word is a part of another one, or of an expression", () => {
      const warnings = warningsOf((stack) => {
        new Host(stack, "a", { ...shared, name: "nullsec", host: "undefinedbehavior.example.com" });
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform's
        new Host(stack, "b", { ...shared, name: "b ${null}", host: "nan.example.com" });
      });
      expect(warnings).toEqual([]);
    });
  });

  it("is a fleet that has an address twice, under two labels too", () => {
    const hosts = { first: "192.0.2.1", second: { host: "192.0.2.1" } };
    expect(synth((stack) => new HostFleet(stack, "fleet", { ...shared, hosts }))).toThrow(
      "The fleet stack/fleet has the host 192.0.2.1 twice: first and second",
    );
    const tokens = synth((stack) => {
      const { stringValue } = new TerraformVariable(stack, "address", { type: "string" });
      new HostFleet(stack, "fleet", { ...shared, hosts: { first: stringValue, second: stringValue } });
    });
    expect(tokens).toThrow("The fleet stack/fleet has the host var.address twice");
  });

  it("is not reported for tokens in place of values, or for a correct stack", () => {
    const right = synth((stack) => {
      const { stringValue, listValue } = new TerraformVariable(stack, "any", { type: "any" });
      new Host(stack, "a", { ...mx, profile: stringValue, contactGroups: listValue });
      new Host(stack, "b", {
        ...mx,
        ...shared,
        contactGroups: Lazy.listValue({ produce: () => [sid("CG")] }),
      });
      new Contact(stack, "c", {
        contact: "a@example.com",
        type: `\${var.any}` as never,
        contactGroups: [stringValue],
      });
      new CertificateMonitor(stack, "d", {
        hostname: "www.example.com",
        protocol: stringValue,
        name: "www",
        profile: sid("CP").toLowerCase(),
        contactGroups: [sid("CG")],
      });
      new CertificateProfile(stack, "e", { name: "Expiry", expirationThresholds: [30, 7] });
    });
    expect(right).not.toThrow();
  });

  it("is a stack of the other library, already at construction", () => {
    const other = libraries.find(([, one]) => one !== library)?.[1];
    if (other === undefined) throw new Error("There is one library only");
    const [mine, theirs] =
      library.sdk.App === libraries[0]?.[1].sdk.App ? ["cdktf", "cdktn"] : ["cdktn", "cdktf"];
    const stack = new other.sdk.TerraformStack(
      other.sdk.Testing.stubVersion(new other.sdk.App({ stackTraces: false })),
      "foreign",
    );
    const message = new RegExp(
      `The stack foreign is of .*\\(${theirs}\\), this construct is for .*\\(${mine}\\)\\. Import it from "rblmonitor/${theirs}"`,
    );
    expect(() => new RblmonitorProvider(stack, "rblmonitor")).toThrow(message);
    expect(() => new HostFleet(stack, "fleet", { ...shared, hosts: ["192.0.2.1"] })).toThrow(message);
    expect(() => new DataRblmonitorHosts(stack, "found", {})).toThrow(message);
  });

  it("is not reported for a subclass of the library's stack", () => {
    class Mine extends Stack {}
    const stack = new Mine(Testing.stubVersion(new App({ stackTraces: false })), "mine");
    expect(() => new ContactGroup(stack, "ops", { name: "Operators" })).not.toThrow();
  });
});
