import { isIPv4, isIPv6 } from "node:net";
import { asciiName, canonicalHost, canonicalName, isDomainName, isHostname, parseHost } from "./addresses";
import { canonicalMonitored, isMonitoredHostname } from "./monitored-hostnames";
import { listItem, textThat } from "./rules";
import { canonicalSid, sidForm, sidKind } from "./sids";

/** An address, a name or a subnet to monitor (docs/design/api.md#host), in any spelling. IPv6 addresses are not documented. */
export const hostAddress = textThat(
  (text) => {
    if (parseHost(text) !== undefined) return undefined;
    const hint = isIPv6(text.replace(/\/\d+$/, ""))
      ? ". It is IPv6: the API specification mentions only IPv4 addresses, domain names, and IPv4 subnets"
      : "";
    return `must be an IPv4 address (192.0.2.1), a domain name (mail.example.com), or an IPv4 subnet (192.0.2.0/28)${hint}`;
  },
  { normalForm: canonicalHost },
);

/** The hostname of a blocklist (docs/design/api.md#source). */
export const hostname = textThat(
  (text) => (isHostname(text) ? undefined : "must be a hostname, such as bl.example.net"),
  {
    normalForm: canonicalName,
    isStrict: true,
    advice: (text) => {
      if (isDomainName(text)) return [];
      const form = text.includes(".") ? "a name that ends in a number, as addresses do" : "a single label";
      return [`is ${form}: a blocklist usually has a domain name, such as bl.example.net`];
    },
  },
);

/** A DNS response code of a blocklist: an address in 127.0.0.0/8 (RFC 5782). The documents do not say whether the service refuses others. */
export const responseCode: typeof listItem = {
  ...listItem,
  advice: (text) =>
    /^127\./.test(text) && isIPv4(text)
      ? []
      : ["can never match: blocklists answer with single addresses in 127.0.0.0/8, such as 127.0.0.2"],
};

/** A hostname with a certificate, with or without a port (docs/design/open-points.md#7), in any spelling. */
export const monitoredHostname = textThat(
  (text) =>
    isMonitoredHostname(text)
      ? undefined
      : "must be a hostname or address, with or without a port, such as www.example.com, www.example.com:8443, or [2001:db8::1]:443",
  { normalForm: canonicalMonitored },
);

/** The host of a manual check (docs/design/api.md#manual-check): an address, a domain name or a host of the account. */
export const checkedHost = textThat(
  (text) => {
    const form = parseHost(text)?.form;
    const isAddress = form === "address" || form === "domain" || isIPv6(text);
    return isAddress || sidKind(text) === "host"
      ? undefined
      : `must be an IP address (192.0.2.1), a domain name (mail.example.com), or the SID of a host (${sidForm("host")})`;
  },
  { kind: "host", normalForm: canonicalChecked, isStrict: true },
);

/** The form of a checked host that is sent: the SID, or the address or name, a Unicode name in punycode. */
export function canonicalChecked(text: string): string {
  const id = canonicalSid(text);
  return sidKind(id) === undefined ? asciiName(id) : id;
}
