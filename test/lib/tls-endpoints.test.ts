import { libraries, namesOf, synthesised } from "./libraries";

const shared = { profile: "CP", contactGroups: ["CG"] };

describe.each(libraries)("TLS endpoints for %s", (_, library) => {
  const { TlsEndpoints } = library.constructs;
  const { TerraformVariable } = library.sdk;
  type Config = ConstructorParameters<typeof TlsEndpoints>[2];

  const endpoints = (given: Config["endpoints"], more: Partial<Config> = {}) =>
    synthesised(library, (stack) => {
      new TlsEndpoints(stack, "tls", { ...shared, ...more, endpoints: given });
    });
  const monitorsOf = (...given: Parameters<typeof endpoints>) =>
    Object.values(endpoints(...given).resource.rblmonitor_certificate_monitor ?? {});

  it("have a monitor for each protocol of each hostname of a map", () => {
    expect(monitorsOf({ "www.example.com": "https", "mail.example.com": ["smtp", "imaps"] })).toEqual([
      expect.objectContaining({
        hostname: "mail.example.com",
        protocol: "imaps",
        name: "mail.example.com imaps",
      }),
      expect.objectContaining({ hostname: "mail.example.com", protocol: "smtp" }),
      expect.objectContaining({ hostname: "www.example.com", protocol: "https", profile: "CP" }),
    ]);
  });

  it("have a monitor for each element of a list, over https unless it says otherwise", () => {
    const ldap = { hostname: "ldap.example.com:1636", protocol: "ldaps", name: "Directory", tags: ["x"] };
    expect(monitorsOf(["www.example.com", ldap], { tags: ["tls"] })).toEqual([
      expect.objectContaining({
        hostname: ldap.hostname,
        protocol: "ldaps",
        name: "Directory",
        tags: ["tls", "x"],
      }),
      expect.objectContaining({ hostname: "www.example.com", protocol: "https", tags: ["tls"] }),
    ]);
  });

  it("have the same names in Terraform in any order and form", () => {
    const names = (given: Config["endpoints"]) => namesOf(endpoints(given), "rblmonitor_certificate_monitor");
    const one = names(["a.example.com", { hostname: "b.example.com", protocol: "imaps" }]);
    expect(names([{ hostname: "B.example.com.", protocol: "imaps" }, "a.example.com"])).toEqual(one);
    expect(names({ "a.example.com": "https", "b.example.com": ["imaps"] })).toEqual(one);
  });

  it("are an error when one is there twice", () => {
    expect(() => endpoints(["a.example.com", "A.example.com"])).toThrow(
      "The fleet stack/tls has the endpoint a.example.com-https twice: a.example.com https and A.example.com https",
    );
    expect(() => endpoints(["a.example.com", "a.example.com:443"])).toThrow(
      "The fleet stack/tls has the endpoint a.example.com-https twice: a.example.com https and a.example.com:443 https",
    );
    const imaps = [{ hostname: "[2001:DB8::0:1]:993", protocol: "imaps" as const }];
    expect(() => endpoints([...imaps, { hostname: "2001:db8::1", protocol: "imaps" }])).toThrow("twice");
    expect(() => endpoints(["a.example.com:993", "a.example.com"])).not.toThrow();
  });

  it("have a monitor for each object of a map, called by its key", () => {
    const endpoint = { hostname: "www.example.com", protocol: "https" } as const;
    expect(monitorsOf({ shop: endpoint, "mail.example.com": ["smtp"] })).toEqual([
      expect.objectContaining({ hostname: "mail.example.com", protocol: "smtp" }),
      expect.objectContaining({ ...endpoint, name: "shop" }),
    ]);
  });

  it("name the place of a wrong value", () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [new Set(["a.example.com"]), "stack/tls: endpoints is an object of Set, but must be a list or a map"],
      ["a.example.com", "stack/tls: endpoints is a string, but must be a list or a map"],
      [[""], "stack/tls: endpoints[0] is an empty text, but must be a text that is not empty"],
      [[{ protocol: "https" }], "stack/tls: endpoints[0].hostname is missing, but must be a text"],
      [
        { "a.example.com": [] },
        "stack/tls: endpoints.a.example.com is an empty list: name at least one protocol",
      ],
      [{ "a.example.com": 443 }, "stack/tls: endpoints.a.example.com is a number, but must be a text"],
    ];
    for (const [given, message] of wrong) expect(() => endpoints(given as never)).toThrow(message);
  });

  it("take tokens for hostnames", () => {
    const { resource } = synthesised(library, (stack) => {
      const { stringValue } = new TerraformVariable(stack, "domain", { type: "string" });
      new TlsEndpoints(stack, "tls", { ...shared, endpoints: [`www.${stringValue}`] });
    });
    expect(Object.entries(resource.rblmonitor_certificate_monitor ?? {})).toEqual([
      [
        expect.stringMatching(/^tls_wwwvardomain-https_[0-9A-F]{8}$/),
        expect.objectContaining({ hostname: `www.\${var.domain}`, name: `www.\${var.domain} https` }),
      ],
    ]);
  });
});
