import { foreignReason } from "../../src/service/foreign-requests";

const otherName = expect.stringMatching(/^Requests to this host name are refused/);
const otherOrigin = "Requests of web pages from other origins are refused.";

describe("a request to a server on this machine", () => {
  it.each([
    ["192.0.2.1:8080"],
    ["[::1]:8080"],
    ["localhost"],
    ["build-agent:80"],
    ["app.localhost"],
    ["Monitor.example.com:8080"],
    [undefined],
  ])("to the host %s is answered", (host) => {
    expect(foreignReason({ headers: { host } }, ["monitor.Example.com"])).toBeUndefined();
  });

  it.each(["other.example.com", "monitor.example.com.attacker.test", "not a host"])(
    "to the host %s is refused, unless any name is allowed",
    (host) => {
      expect(foreignReason({ headers: { host } }, ["monitor.example.com"])).toEqual(otherName);
      expect(foreignReason({ headers: { host } }, [])).toEqual(otherName);
      expect(foreignReason({ headers: { host } }, undefined)).toBeUndefined();
    },
  );

  it("of a page of its own is answered", () => {
    const headers = { host: "localhost:8080", origin: "http://localhost:8080" };
    expect(foreignReason({ headers }, [])).toBeUndefined();
  });

  it.each(["http://localhost:9090", "https://attacker.test", "null"])(
    "of a page from the origin %s is refused",
    (origin) => {
      expect(foreignReason({ headers: { host: "localhost:8080", origin } }, [])).toBe(otherOrigin);
      expect(foreignReason({ headers: { host: "not a host", origin } }, undefined)).toBe(otherOrigin);
    },
  );
});
