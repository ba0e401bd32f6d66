import { isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { canonicalHost, canonicalName, isDomainName, isHostname, parseHost } from "./addresses";
import { canonicalMonitored, isMonitoredHostname } from "./monitored-hostnames";
import { textThat } from "./rules";
import { canonicalSid, sidForm, sidKind } from "./sids";

/** An address, a name or a subnet to monitor (docs/design/api.md#host), in any spelling. IPv6 addresses are not documented. */
export const hostAddress = textThat(
  (given) => {
    if (parseHost(given) !== undefined) return undefined;
    const hint = isIPv6(given.replace(/\/\d+$/, ""))
      ? ". It is IPv6: the API specification mentions only IPv4 addresses, domain names, and IPv4 subnets"
      : punycodeHint(given);
    return `must be an IPv4 address (192.0.2.1), a domain name (mail.example.com), or an IPv4 subnet (192.0.2.0/28)${hint}`;
  },
  { normalForm: canonicalHost },
);

/** The hostname of a blocklist (docs/design/api.md#source). */
export const hostname = textThat(
  (given) =>
    isHostname(given) ? undefined : `must be a hostname, such as bl.example.net${punycodeHint(given)}`,
  {
    normalForm: canonicalName,
    isStrict: true,
    advice: (given) => {
      if (isDomainName(given)) return [];
      const form = given.includes(".") ? "a name that ends in a number, as addresses do" : "a single label";
      return [`is ${form}: a blocklist usually has a domain name, such as bl.example.net`];
    },
  },
);

/** A hostname with a certificate, with or without a port (docs/design/open-points.md#7), in any spelling. */
export const monitoredHostname = textThat(
  (given) =>
    isMonitoredHostname(given)
      ? undefined
      : `must be a hostname or address, with or without a port, such as www.example.com, www.example.com:8443, or [2001:db8::1]:443${punycodeHint(given)}`,
  { normalForm: canonicalMonitored },
);

/** The host of a manual check (docs/design/api.md#manual-check): an address, a domain name or a host of the account. */
export const checkedHost = textThat(
  (given) => {
    const form = parseHost(given)?.form;
    const isAddress = form === "address" || form === "domain" || isIPv6(given);
    return isAddress || sidKind(given) === "host"
      ? undefined
      : `must be an IP address (192.0.2.1), a domain name (mail.example.com), or the SID of a host (${sidForm("host")})`;
  },
  { kind: "host", normalForm: canonicalSid, isStrict: true },
);

/**
 * A hint with the ASCII form of a Unicode domain name. Other messages do not quote the value, because it may be sensitive;
 * domain names are public.
 */
function punycodeHint(given: string): string {
  const ascii = /[^\0-\x7f]/.test(given) ? domainToASCII(given) : "";
  return isDomainName(ascii) ? `. It is a Unicode domain name: use ${ascii}` : "";
}
