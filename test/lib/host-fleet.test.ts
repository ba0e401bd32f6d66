import fc from "fast-check";
import { libraries, namesOf, synthesised } from "./libraries";

const shared = { profile: "RP", contactGroups: ["CG"] };

describe.each(libraries)("a host fleet for %s", (_, library) => {
  const { Host, HostFleet } = library.constructs;
  const { TerraformOutput, TerraformVariable, Token } = library.sdk;
  type Config = ConstructorParameters<typeof HostFleet>[2];

  const fleet = (hosts: Config["hosts"], more: Partial<Config> = {}) =>
    synthesised(library, (stack) => {
      new HostFleet(stack, "fleet", { ...shared, ...more, hosts });
    });
  const hostsOf = (...given: Parameters<typeof fleet>) =>
    Object.values(fleet(...given).resource.rblmonitor_host ?? {});

  it("has a host for each address, name and subnet of a list, called by it", () => {
    expect(hostsOf(["192.0.2.1", "mail.example.com", "198.51.100.0/29"])).toEqual([
      expect.objectContaining({
        host: "192.0.2.1",
        name: "192.0.2.1",
        profile: "RP",
        contact_groups: ["CG"],
      }),
      expect.objectContaining({ host: "198.51.100.0/29", name: "198.51.100.0/29" }),
      expect.objectContaining({ host: "mail.example.com", name: "mail.example.com" }),
    ]);
  });

  it("has a host for each entry of a map, called by its key", () => {
    expect(hostsOf({ "mx-1": "192.0.2.1", "mx-2": { host: "192.0.2.2", name: "Second" } })).toEqual([
      expect.objectContaining({ host: "192.0.2.1", name: "mx-1" }),
      expect.objectContaining({ host: "192.0.2.2", name: "Second" }),
    ]);
  });

  it("shares its tags, to which a host adds its own, and pauses every host except those declared active", () => {
    const hosts = { a: "192.0.2.1", b: { host: "192.0.2.2", tags: ["x", "mail"], paused: false } };
    expect(hostsOf(hosts, { tags: ["mail"], paused: true })).toEqual([
      expect.objectContaining({ tags: ["mail"], paused: true }),
      expect.objectContaining({ tags: ["mail", "x"], paused: false }),
    ]);
  });

  it("has hosts with a profile and groups of their own", () => {
    expect(hostsOf({ a: { host: "192.0.2.1", profile: "RP2", contactGroups: ["CG2"] } })).toEqual([
      expect.objectContaining({ profile: "RP2", contact_groups: ["CG2"] }),
    ]);
  });

  it("has the same names in Terraform whatever the order of a list", () => {
    const address = fc.ipV4();
    fc.assert(
      fc.property(fc.uniqueArray(address, { minLength: 1, maxLength: 8 }), (hosts) => {
        const names = namesOf(fleet(hosts), "rblmonitor_host");
        expect(names).toHaveLength(hosts.length);
        expect(namesOf(fleet([...hosts].reverse()), "rblmonitor_host")).toEqual(names);
      }),
      { numRuns: 20 },
    );
  });

  it("keeps the names of the others when an element comes in between", () => {
    const before = namesOf(fleet(["192.0.2.1", "192.0.2.2"]), "rblmonitor_host");
    const after = namesOf(fleet(["192.0.2.1", "192.0.2.9", "192.0.2.2"]), "rblmonitor_host");
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it("knows spellings of one name for one", () => {
    const names = (host: string) => namesOf(fleet([host]), "rblmonitor_host");
    expect(names("Mail.Example.COM.")).toEqual(names("mail.example.com"));
    expect(() => fleet(["mail.example.com", "MAIL.example.com"])).toThrow(
      "The fleet stack/fleet has the host mail.example.com twice: mail.example.com and MAIL.example.com",
    );
  });

  it.each([
    ["192.0.2.1", "192.0.2.1/32"],
    ["192.0.2.0/30", "192.0.2.1/30"],
    ["192.0.2.0/30", "192.0.2.3"],
    ["192.0.2.0/24", "192.0.2.128/25"],
    ["2001:db8::1", "2001:DB8:0::0:1"],
    ["bücher.example", "xn--bcher-kva.example."],
  ])("refuses %s next to %s", (first, second) => {
    const last = "198.51.100.1";
    for (const hosts of [
      [first, last, second],
      [second, last, first],
    ])
      expect(() => fleet(hosts)).toThrow(/^The fleet stack\/fleet has the host \S+ twice: \S+ and \S+$/);
    expect(() => fleet({ a: first, b: { host: second } })).toThrow("twice");
  });

  it("finds an overlap among many subnets, and accepts neighbours", () => {
    const subnets = Array.from({ length: 256 }, (_, number) => `10.0.${number}.0/24`);
    expect(hostsOf(subnets)).toHaveLength(256);
    expect(() => fleet([...subnets, "10.0.0.0/16"])).toThrow("10.0.0.0/16 and 10.0.0.0/24");
    expect(() => fleet([...subnets, "10.0.77.1"])).toThrow("10.0.77.0/24 and 10.0.77.1");
  });

  it("takes a list of objects", () => {
    expect(hostsOf([{ host: "192.0.2.1", name: "First" }, "192.0.2.2"])).toEqual([
      expect.objectContaining({ host: "192.0.2.1", name: "First" }),
      expect.objectContaining({ host: "192.0.2.2", name: "192.0.2.2" }),
    ]);
  });

  it("names the place of a wrong value", () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [new Set(["192.0.2.1"]), "stack/fleet: hosts is an object of Set, but must be a list or a map"],
      [undefined, "stack/fleet: hosts is missing, but must be a list or a map"],
      [["192.0.2.1", ""], "stack/fleet: hosts[1] is an empty text, but must be a text that is not empty"],
      [[["192.0.2.1"]], "stack/fleet: hosts[0] is a list, but must be a text or an object with host"],
      [{ mx: 7 }, "stack/fleet: hosts.mx is a number, but must be a text or an object with host"],
      [{ mx: { host: [] } }, "stack/fleet: hosts.mx.host is an empty list, but must be a text"],
    ];
    for (const [given, message] of wrong) expect(() => fleet(given as never)).toThrow(message);
  });

  it("names hosts with tokens by their expressions, whatever other tokens exist", () => {
    const names = (count: number) =>
      namesOf(
        synthesised(library, (stack) => {
          const variables = ["one", "two", "three"].map(
            (name) => new TerraformVariable(stack, name, { type: "string" }),
          );
          // A token has a number, which is another one after these.
          for (let more = 0; more < count; more += 1) Token.asString({ more });
          const hosts = variables.map(({ stringValue }) => stringValue);
          new HostFleet(stack, "fleet", { ...shared, hosts });
        }),
        "rblmonitor_host",
      );
    expect(names(0)).toHaveLength(3);
    expect(names(5)).toEqual(names(0));
    expect(names(0)[0]).toMatch(/^fleet_varone_[0-9A-F]{8}$/);
  });

  it.each([
    ["list", "list(string)"],
    ["map", "map(string)"],
  ])("leaves a %s that only Terraform knows to for_each", (sort, type) => {
    const { resource, output } = synthesised(library, (stack) => {
      const variable = new TerraformVariable(stack, "hosts", { type });
      const hosts = sort === "list" ? variable.listValue : Token.asStringMap(variable.value);
      const { ids } = new HostFleet(stack, "fleet", { ...shared, hosts });
      new TerraformOutput(stack, "ids", { value: ids });
    });
    const [[name, host] = ["", {}]] = Object.entries(resource.rblmonitor_host ?? {});
    expect(host).toMatchObject({
      for_each: `\${merge({ for key, val in var.hosts: key => val... if substr(jsonencode(key), 0, 1) == "\\"" }, { for key, val in var.hosts: try(val.host, val) => val... if !(substr(jsonencode(key), 0, 1) == "\\"") })}`,
      host: `\${try(each.value[0].host, each.value[0])}`,
      name: `\${try(coalesce(each.value[0].name), each.key)}`,
    });
    expect(output.ids?.value).toBe(`\${[ for key, val in rblmonitor_host.${name}: val.id]}`);
  });

  it("exposes its hosts by name, and their SIDs", () => {
    const { output } = synthesised(library, (stack) => {
      const { hosts, ids } = new HostFleet(stack, "fleet", { ...shared, hosts: { each: "192.0.2.1" } });
      expect(Object.values(hosts)).toEqual([expect.any(Host)]);
      new TerraformOutput(stack, "ids", { value: ids });
    });
    expect(output.ids?.value).toEqual([expect.stringMatching(/^\${rblmonitor_host\.fleet_each_.*\.id}$/)]);
  });
});
