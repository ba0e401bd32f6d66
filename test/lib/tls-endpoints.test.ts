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
      "The endpoints stack/tls have a.example.com-https twice",
    );
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
