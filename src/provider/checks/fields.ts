import { isIPv6 } from "node:net";
import { parseHost } from "../../service/addresses";
import type { CheckStatus } from "../../service/responses";
import { canonicalSid, checkIdPattern, isSid } from "../../service/sids";
import { bool, nestedList, number, type Shape, string } from "../../terraform";

/** What can be checked: an IP address of either kind, a domain name, or a host of the account (docs/design/api.md#manual-check). */
export function checkedHost(): Shape<string> {
  return string()
    .check((text, report) => {
      const form = parseHost(text)?.form;
      if (isSid("host", canonicalSid(text)) || isIPv6(text) || form === "address" || form === "domain")
        return;
      report.error(
        `must be an IP address (192.0.2.1), a domain name (mail.example.com) or the SID of a host (HT and 32 hexadecimal digits)`,
      );
    })
    .normalForm(canonicalSid);
}

/** The id of a manual check (docs/design/api.md#identifiers). */
export function checkId(): Shape<string> {
  return string()
    .check(
      (text, report) =>
        checkIdPattern.test(canonicalSid(text)) ||
        report.error("must be the id of a check (PP and 64 hexadecimal digits)"),
    )
    .normalForm(canonicalSid);
}

/** What a check has found, as attributes. */
export const findings = {
  status: string().computed(
    "How far the check is, in lower case: `processing`, `completed`, or another word of the service.",
  ),
  listed: bool().computed("Whether any source lists the host; null until that is known."),
  listed_count: number().computed("How many sources list the host; null until that is known."),
  results: nestedList({
    source: string().computed("SID of the source, `RB…`."),
    host: string().computed("Name of the source's server."),
    listed: bool().computed("Whether the source lists the host."),
    details: string().computed("What the source answered, such as `127.0.0.2`."),
  }).computed("What each source says; null without `details`."),
};

/** The values of those attributes. Null is what is not known, or not yet. */
export function findingsOf(check: CheckStatus) {
  const details = check.listed_details?.map(({ id, host, listed, details }) => ({
    source: id ?? null,
    host: host ?? null,
    listed: listed ?? null,
    details: details ?? null,
  }));
  return {
    status: check.status?.toLowerCase() ?? null,
    // A check that still runs may tell what it has found so far (docs/design/open-points.md#14).
    listed: check.finished ? (check.listed ?? null) : null,
    listed_count: check.finished ? (check.listed_count ?? null) : null,
    results: check.finished ? (details ?? null) : null,
  };
}
