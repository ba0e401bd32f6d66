import {
  canonicalChecked,
  checkedHost,
  hostAddress,
  hostname,
  monitoredHostname,
  responseCode,
} from "../../src/service/address-rules";
import type { Rule } from "../../src/service/rules";

const host = `HT${"a1".repeat(16)}`;

it.each<[string, string, Rule<string>, string | undefined]>([
  ["host", "192.0.2.0/28", hostAddress, undefined],
  ["host", "2001:db8::1", hostAddress, undefined],
  ["host", "example", hostAddress, "must be an IPv4 address (192.0.2.1), a domain name"],
  ["host", "2001:db8::/64", hostAddress, "It is IPv6: the API specification mentions only IPv4 addresses"],
  ["hostname of a blocklist", "bl.example.net", hostname, undefined],
  ["hostname of a blocklist", "bl_1.example.net", hostname, "must be a hostname, such as bl.example.net"],
  ["monitored hostname", "intranet:8443", monitoredHostname, undefined],
  ["monitored hostname", "a b", monitoredHostname, "must be a hostname or address, with or without a port"],
  ["checked host", "192.0.2.1", checkedHost, undefined],
  ["checked host", "2001:db8::1", checkedHost, undefined],
  ["checked host", "example.com", checkedHost, undefined],
  ["checked host", host, checkedHost, undefined],
  ["checked host", "192.0.2.0/28", checkedHost, "must be an IP address (192.0.2.1), a domain name"],
  ["checked host", `CG${"a1".repeat(16)}`, checkedHost, "must be an IP address (192.0.2.1), a domain name"],
  ["checked host", "example", checkedHost, "must be an IP address (192.0.2.1), a domain name"],
])("a %s accepts %s, or says why not", (_, text, rule, problem) => {
  const found = rule.problem?.(text);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

it("the hint about IPv6 is for IPv6 only", () => {
  expect(hostAddress.problem?.("example")).not.toContain("IPv6");
});

it.each<[string, Rule<string>, string | undefined]>([
  ["bl.example.net", hostname, undefined],
  ["bl", hostname, "is a single label"],
  ["192.0.2.1", hostname, "is a name that ends in a number, as addresses do"],
  ["127.0.0.2", responseCode, undefined],
  ["127.255.255.254", responseCode, undefined],
  ["127.0.0.0/8", responseCode, "can never match"],
  ["128.0.0.2", responseCode, "can never match"],
])("%s is accepted, and a warning says whether it can match", (text, rule, advice) => {
  expect(rule.advice?.(text)).toEqual(advice === undefined ? [] : [expect.stringContaining(advice)]);
});

it.each([
  [host.toUpperCase(), host.replace(/^ht/i, "HT")],
  ["Bücher.example", "xn--bcher-kva.example"],
  ["MX.example.com", "MX.example.com"],
])("the checked host %s is sent as %s", (text, sent) => {
  expect(canonicalChecked(text)).toBe(sent);
});

it("the service accepts a hostname of a blocklist and a checked host only in their normal form", () => {
  const rules = [hostAddress, hostname, checkedHost, monitoredHostname];
  expect(rules.map(({ isStrict = false }) => isStrict)).toEqual([false, true, true, false]);
});
