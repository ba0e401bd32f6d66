import { proxyFor } from "../../src/client/proxy";

const https = "https://api.example.com";

describe("the address of a proxy", () => {
  it.each([
    ["proxy.test:3128", "http://proxy.test:3128"],
    ["proxy.test", "http://proxy.test"],
    ["localhost:3128", "http://localhost:3128"],
    ["[2001:db8::1]:3128", "http://[2001:db8::1]:3128"],
    ["me:s3cret@proxy.test:3128", "http://proxy.test:3128"],
    ["http://proxy.test:3128/", "http://proxy.test:3128"],
    ["HTTPS://Proxy.test", "https://proxy.test"],
    [" http://proxy.test:3128\n", "http://proxy.test:3128"],
  ])("%j is %s", (address, url) => {
    expect(proxyFor(https, { HTTPS_PROXY: address })?.url).toBe(url);
  });

  it.each([
    ["me:s3cret@proxy.test", "me:s3cret"],
    ["http://m%40e:s%3Acret@proxy.test", "m@e:s:cret"],
    ["http://me:50%@proxy.test", "me:50%"],
    ["http://token@proxy.test", "token:"],
  ])("%s has credentials", (address, credentials) => {
    expect(proxyFor(https, { HTTPS_PROXY: address })?.authorization).toBe(`Basic ${btoa(credentials)}`);
  });

  it.each([
    "socks5://u:s3cret@proxy.test:1080",
    "SOCKS5H://u:s3cret@proxy.test",
    "socks4://u:s3cret@proxy.test",
  ])("%s is refused by name, without its password", (address) => {
    const read = () => proxyFor(https, { https_proxy: address });
    expect(read).toThrow(/https_proxy names a SOCKS proxy \(socks[\dh]*:\/\/\)/i);
    expect(read).not.toThrow("s3cret");
  });

  it.each([
    "ftp://u:s3cret@proxy.test",
    "http://u:s3cret@",
    "http://u:s3cret@proxy.test:99999",
    "u:s3cret@pro xy",
  ])("%s is refused without being shown", (address) => {
    const read = () => proxyFor(https, { HTTPS_PROXY: address });
    expect(read).toThrow("HTTPS_PROXY is not the address of an HTTP proxy");
    expect(read).not.toThrow("s3cret");
  });
});

describe("the variable", () => {
  it.each([
    [https, { HTTPS_PROXY: "a", HTTP_PROXY: "b" }, "HTTPS_PROXY"],
    [https, { https_proxy: "a", HTTPS_PROXY: "b" }, "https_proxy"],
    [https, { https_proxy: "", HTTPS_PROXY: "b" }, "HTTPS_PROXY"],
    ["http://api.example.com", { HTTPS_PROXY: "a", http_proxy: "b" }, "http_proxy"],
    [https, { HTTP_PROXY: "b" }, undefined],
    [https, {}, undefined],
  ])("for %s among %j is %s", (origin, env, variable) => {
    expect(proxyFor(origin, env)?.variable).toBe(variable);
  });
});

describe("NO_PROXY", () => {
  const isDirect = (origin: string, NO_PROXY: string) =>
    proxyFor(origin, { HTTPS_PROXY: "proxy.test", NO_PROXY }) === undefined;

  it.each([
    [https, "*"],
    [https, "api.example.com"],
    [https, "API.Example.com."],
    [https, "example.com"],
    [https, ".example.com"],
    [https, "*.example.com"],
    ["https://example.com", ".example.com"],
    [https, "other.test, example.com"],
    [https, "other.test example.com:443"],
    ["https://api.example.com:8443", "example.com:8443"],
    ["https://192.0.2.1", "192.0.2.1"],
    ["https://192.0.2.1", "192.0.2.1:443"],
    ["https://192.0.2.1", "192.0.2.0/24"],
    ["https://[2001:db8::1]", "2001:db8:0:0::1"],
    ["https://[2001:db8::1]:8443", "[2001:db8::1]:8443"],
    ["https://[2001:db8::1]", "2001:db8::/32"],
  ])("excepts %s by %s", (origin, list) => {
    expect(isDirect(origin, list)).toBe(true);
  });

  it.each([
    [https, ""],
    [https, "ample.com"],
    [https, "com.example"],
    [https, "www.api.example.com"],
    [https, "example.com:8443"],
    [https, ":443"],
    [https, "."],
    [https, "10.0.0.0/8"],
    ["https://192.0.2.1", "192.0.3.0/24"],
    ["https://192.0.2.1", "192.0.2.0/99"],
    ["https://192.0.2.1", "example.com/24"],
    ["https://192.0.2.1", "192.0.2.1/33"],
    ["https://[2001:db8::1]", "2001:db8::/129"],
    ["https://192.0.2.1", "192.0.2.1:8443"],
    ["https://192.0.2.1", "2001:db8::/32"],
    ["https://[2001:db8::1]", "192.0.2.0/24"],
    ["https://[2001:db8::2]", "2001:db8::1"],
    ["https://192.0.2.2", "192.0.2.1"],
  ])("does not except %s by %j", (origin, list) => {
    expect(isDirect(origin, list)).toBe(false);
  });
});
