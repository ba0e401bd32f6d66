import { isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { canonicalHost, canonicalName, isDomainName, isHostname, parseHost } from "../service/addresses";
import { type Kind, kinds } from "../service/kinds";
import { canonicalMonitored, isMonitoredHostname } from "../service/monitored-hostnames";
import { canonicalSid, sidForm, sidKind } from "../service/sids";
import { type Shape, string } from "../terraform";

/** A SID of one of the kinds (docs/design/api.md#identifiers), in either letter case. */
export function sid(...wanted: readonly Kind[]): Shape<string> {
  const forms = wanted.map((kind) => `a ${kinds[kind].title} (${sidForm(kind)})`);
  const anyForm = [forms.slice(0, -1).join(", "), forms.at(-1)].filter(Boolean).join(" or ");
  return string()
    .check((text, report) => {
      const found = sidKind(canonicalSid(text));
      if (found !== undefined && wanted.includes(found)) return;
      const other = found === undefined ? "" : `, not that of a ${kinds[found].title}`;
      report.error(`must be the SID of ${anyForm}${other}`);
    })
    .normalForm(canonicalSid);
}

/** An absolute URL. */
export function url(): Shape<string> {
  return string().check((text, report) => URL.canParse(text) || report.error("must be an absolute URL"));
}

/** A non-empty string. */
export function notEmpty(): Shape<string> {
  return string().check((text, report) => text !== "" || report.error("must not be empty"));
}

/** An item of a comma-separated list, which cannot contain a comma. */
export function listItem(plural: string): Shape<string> {
  return string().check((text, report) => {
    if (text === "") report.error("must not be empty");
    else if (text.includes(",")) report.error(`must not contain a comma, which separates ${plural}`);
    else if (text.trim() !== text) report.error("must not begin or end with whitespace");
  });
}

/** A hostname in the documented form (docs/design/api.md#source), with a warning for names that blocklists do not usually have. */
export function hostname(): Shape<string> {
  const isValid = (text: string) => isHostname(canonicalName(text));
  return name(isValid, "a hostname, such as bl.example.net").check((text, report) => {
    if (isValid(text) && !isDomainName(text))
      report.warning(
        `is ${canonicalName(text).includes(".") ? "a name that ends in a number, as addresses do" : "a single label"}: a blocklist usually has a domain name, such as bl.example.net`,
      );
  });
}

/** A hostname with a monitored certificate, with or without a port (docs/design/open-points.md#7). */
export function monitoredHostname(): Shape<string> {
  return name(
    isMonitoredHostname,
    "a hostname or address, with or without a port, such as www.example.com, www.example.com:8443, or [2001:db8::1]:443",
    canonicalMonitored,
  );
}

/** A case-insensitive name, with or without a trailing dot. */
function name(
  isValid: (text: string) => boolean,
  form: string,
  normalForm: (text: string) => string = canonicalName,
): Shape<string> {
  return string()
    .check((text, report) => isValid(text) || report.error(`must be ${form}${punycodeHint(text)}`))
    .normalForm(normalForm);
}

/**
 * A hint with the ASCII form of a Unicode domain name. Other messages do not quote the value, because it may be sensitive;
 * domain names are public.
 */
function punycodeHint(text: string): string {
  const ascii = /[^\0-\x7f]/.test(text) ? domainToASCII(text) : "";
  return isDomainName(ascii) ? `. It is a Unicode domain name: use ${ascii}` : "";
}

/** An IPv4 address, a domain name, or an IPv4 subnet, in any spelling (docs/design/api.md#host). */
export function hostAddress(): Shape<string> {
  return string()
    .check((text, report) => {
      if (parseHost(text) !== undefined) return;
      const hint = isIPv6(text.replace(/\/\d+$/, ""))
        ? ". It is IPv6: the API specification mentions only IPv4 addresses, domain names, and IPv4 subnets"
        : punycodeHint(text);
      report.error(
        `must be an IPv4 address (192.0.2.1), a domain name (mail.example.com), or an IPv4 subnet (192.0.2.0/28)${hint}`,
      );
    })
    .normalForm(canonicalHost);
}
