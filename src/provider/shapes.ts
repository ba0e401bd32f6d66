import { isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import {
  canonicalHost,
  canonicalName,
  isDomainName,
  isHostname,
  isMonitoredHostname,
  parseHost,
} from "../service/addresses";
import { type Kind, kinds } from "../service/kinds";
import { canonicalSid, sidForm, sidKind } from "../service/sids";
import { type Shape, set, string } from "../terraform";
import { canonicalMonitored, parseMonitored } from "./monitored-hostname";

/** A SID of one kind (docs/design/api.md#identifiers), in either letter case. */
export function sid(kind: Kind): Shape<string> {
  return string()
    .check((text, report) => {
      const found = sidKind(canonicalSid(text));
      if (found === kind) return;
      const wanted = `the SID of a ${kinds[kind].title} (${sidForm(kind)})`;
      const other = found === undefined ? "" : `, not that of a ${kinds[found].title}`;
      report.error(`must be ${wanted}${other}`);
    })
    .normalForm(canonicalSid);
}

/** A name or label: 1 to 255 characters, counted as a person counts them (docs/design/api.md#limits). */
export function label(): Shape<string> {
  return string().check((text, report) => {
    const length = [...text].length;
    if (length < 1 || length > 255) report.error(`must have 1 to 255 characters; it has ${length}`);
  });
}

/** A text with at least one character. */
export function notEmpty(): Shape<string> {
  return string().check((text, report) => text !== "" || report.error("must not be empty"));
}

/** A tag (docs/design/api.md#host). */
export function tag(): Shape<string> {
  return listItem("tags");
}

/** An item of what the service takes as a comma-separated list, so that it cannot hold a comma itself. */
export function listItem(plural: string): Shape<string> {
  return string().check((text, report) => {
    if (text === "") report.error("must not be empty");
    else if (text.includes(",")) report.error(`must not hold a comma, which separates ${plural}`);
    else if (text.trim() !== text) report.error("must not begin or end with white space");
  });
}

/** The contact groups of an object: at least one (docs/design/api.md#host). */
export function contactGroups(): Shape<readonly string[]> {
  return set(sid("contact_group")).check(
    (groups, report) => groups.length > 0 || report.error("must name at least one contact group"),
  );
}

/** A hostname by the specification's pattern (docs/design/api.md#source), which also has names that no blocklist is known to have. */
export function hostname(): Shape<string> {
  const isValid = (text: string) => isHostname(canonicalName(text));
  return name(isValid, "a hostname, such as bl.example.net").check((text, report) => {
    if (isValid(text) && !isDomainName(text))
      report.warning(
        `is ${canonicalName(text).includes(".") ? "a name that ends in a number, as addresses do" : "a single label"}: a blocklist usually has a domain name, such as bl.example.net`,
      );
  });
}

/** A hostname whose certificate is watched, with a port or without (docs/design/open-points.md#7). */
export function monitoredHostname(): Shape<string> {
  return name(
    (text) => isMonitoredHostname(text) && isWholeAddress(text),
    "a hostname or address, with a port or without, such as www.example.com, www.example.com:8443 or [2001:db8::1]:443",
    canonicalMonitored,
  );
}

/** Nothing listens on port 0. */
function isWholeAddress(text: string): boolean {
  return parseMonitored(text).port !== 0;
}

/** A name of which letter case and a dot at the end mean nothing. */
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
 * What to write for a domain name in Unicode. No message of a check quotes the value, since it may be sensitive; what can
 * be converted is a domain name, which DNS publishes.
 */
function punycodeHint(text: string): string {
  const ascii = /[^\0-\x7f]/.test(text) ? domainToASCII(text) : "";
  return isDomainName(ascii) ? `. It is a domain name in Unicode: write ${ascii}` : "";
}

/** Whether two spellings are one name. */
export function isSameName(a: string, b: string): boolean {
  return canonicalName(a) === canonicalName(b);
}

/** An IPv4 address, a domain name or an IPv4 subnet; spellings of the same host are the same (docs/design/api.md#host). */
export function hostAddress(): Shape<string> {
  return string()
    .check((text, report) => {
      if (parseHost(text) !== undefined) return;
      const hint = isIPv6(text.replace(/\/\d+$/, ""))
        ? ". It is IPv6: the service's documentation names only IPv4 addresses, domain names and IPv4 subnets"
        : punycodeHint(text);
      report.error(
        `must be an IPv4 address (192.0.2.1), a domain name (mail.example.com) or an IPv4 subnet (192.0.2.0/28)${hint}`,
      );
    })
    .normalForm(canonicalHost);
}

/** Whether two spellings are one host. */
export function isSameHost(a: string, b: string): boolean {
  return canonicalHost(a) === canonicalHost(b);
}
