import type { CheckStatus } from "../../service/responses";
import { bool, nestedList, number, string } from "../../terraform";

/** The result of a check, as attributes. */
export const findings = {
  status: string().computed(
    "Status of the check in lower case: `processing`, `completed`, or another value that the API returns.",
  ),
  listed: bool().computed("Whether any source lists the host. Null until the check has finished."),
  listed_count: number().computed("Number of sources that list the host. Null until the check has finished."),
  results: nestedList({
    source: string().computed("SID of the source, `RB…`."),
    host: string().computed("Hostname of the source."),
    listed: bool().computed("Whether the source lists the host."),
    details: string().computed("Answer of the source, such as `127.0.0.2`."),
  }).computed("Result of each source. Null without `details`."),
};

/** The values of those attributes; null for unknown ones. */
export function findingsOf(check: CheckStatus) {
  const details = check.listed_details?.map(({ id, host, listed, details }) => ({
    source: id ?? null,
    host: host ?? null,
    listed: listed ?? null,
    details: details ?? null,
  }));
  return {
    status: check.status?.toLowerCase() ?? null,
    // A running check may report interim results (docs/design/open-points.md#14).
    listed: check.finished ? (check.listed ?? null) : null,
    listed_count: check.finished ? (check.listed_count ?? null) : null,
    results: check.finished ? (details ?? null) : null,
  };
}
