import { maxStatusRequests } from "../../client/checks";
import { canonicalChecked } from "../../service/address-rules";
import { checkFields } from "../../service/fields";
import type { CheckStatus } from "../../service/responses";
import { bool, type Config, DiagnosticError, integer, nestedList, number, string } from "../../terraform";
import type { Account } from "../account";
import { type Cost, cost, none, range } from "../cost";
import { shapeOf } from "../shapes";
import { described } from "../text";

/** The default of `timeout`, in seconds. */
const defaultTimeout = 300;

/**
 * The arguments of a check, as attributes.
 * @param change a sentence about changes of them, and `waitChange` of those that only affect the wait
 */
export const checkArguments = (change?: string, waitChange?: string) => ({
  host: shapeOf(checkFields.host.rule).required(described(checkFields.host.about, change)),
  details: bool().optional(described(checkFields.details.about, "Defaults to `false`.", change)),
  callback: shapeOf(checkFields.callback.rule).optional(
    described(checkFields.callback.about, ...checkFields.callback.setting, change),
  ),
  timeout: integer({ min: 1 }).optional(
    described("Seconds to wait for the check to finish.", `Defaults to \`${defaultTimeout}\`.`, waitChange),
  ),
});

/** The values of those attributes. */
type CheckArguments = Config<ReturnType<typeof checkArguments>>;

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

/** A finished check that has an answer. @throws DiagnosticError if it reports no listing, or contradicts itself */
export function answered(check: CheckStatus, id: string, host?: string): CheckStatus {
  if (check.listed !== undefined) return check;
  throw new DiagnosticError(
    "Check without a result",
    `The check ${id} has finished, but the API does not report whether ${host ?? "the host"} is listed: the answer is missing, no source was queried, or the counts contradict it. Start another check.`,
    host === undefined ? [] : [{ attribute: "host" }],
  );
}

/** Starts a check, and returns its id. */
export async function startCheck(
  account: Account,
  { host, details, callback }: Omit<CheckArguments, "timeout">,
  signal: AbortSignal,
): Promise<string> {
  const { checks } = await account.client();
  const { id } = await checks.start(
    {
      host: canonicalChecked(host),
      ...(details !== null && { details }),
      ...(callback !== null && { callback }),
    },
    { signal },
  );
  return id;
}

/** Waits until a check has finished; `onStatus` gets each status on the way. @throws DiagnosticError on a timeout */
export async function finishedCheck(
  account: Account,
  id: string,
  { host, details, timeout }: Pick<CheckArguments, "host" | "details" | "timeout">,
  signal: AbortSignal,
  onStatus?: (status: CheckStatus) => void,
): Promise<CheckStatus> {
  const seconds = timeout ?? defaultTimeout;
  const { checks } = await account.client();
  const check = await checks.waitFor(id, {
    timeout: seconds,
    details: details ?? false,
    signal,
    ...(onStatus && { onStatus }),
  });
  if (check.finished) return answered(check, id, host);
  throw new DiagnosticError(
    "Check timeout",
    `The check ${id} of ${host} did not finish within ${seconds} s; its status is ${JSON.stringify(check.status ?? "unknown")}, so the API does not report whether the host is listed. To wait longer, increase timeout. To read the result later, use the data source rblmonitor_check_status.`,
    [{ attribute: "timeout" }],
  );
}

/** The requests of a manual check, whose arguments may be unknown: its start, and the status reads until it has finished. */
export function costOfCheck({ wait, timeout }: Readonly<Record<string, unknown>>): Cost {
  const seconds = typeof timeout === "number" ? timeout : defaultTimeout;
  const asked = wait === false ? none : range(wait === true ? 1 : 0, maxStatusRequests(seconds));
  return cost({ checks: range(1), reads: asked });
}
