import { canonicalChecked } from "../../service/address-rules";
import { checkFields } from "../../service/fields";
import type { CheckStatus } from "../../service/responses";
import { bool, DiagnosticError, integer } from "../../terraform";
import type { Account } from "../account";
import { shapeOf } from "../shapes";
import { described } from "../text";

/** The default of `timeout`, in seconds. */
export const defaultTimeout = 300;

/**
 * The arguments of a check, as attributes.
 *
 * @param changes sentences about changes: of arguments of the check, and of those that only affect the wait for it
 */
export const checkArguments = (changes: {
  readonly check: readonly string[];
  readonly wait: readonly string[];
}) => ({
  host: shapeOf(checkFields.host.rule).required(described(checkFields.host.about, ...changes.check)),
  details: bool().optional(described(checkFields.details.about, "Defaults to `false`.", ...changes.check)),
  callback: shapeOf(checkFields.callback.rule).optional(
    described(checkFields.callback.about, ...checkFields.callback.setting, ...changes.check),
  ),
  timeout: integer({ min: 1 }).optional(
    described(
      "Seconds to wait for the check to finish.",
      `Defaults to \`${defaultTimeout}\`.`,
      ...changes.wait,
    ),
  ),
});

/** The values of those attributes. */
interface CheckArguments {
  readonly host: string;
  readonly details: boolean | null;
  readonly callback: string | null;
  readonly timeout: number | null;
}

/** Starts a check, and returns its id. */
export async function startCheck(
  account: Account,
  { host, details, callback }: CheckArguments,
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
  if (check.finished) return check;
  throw new DiagnosticError(
    "Check timeout",
    `The check ${id} of ${host} did not finish within ${seconds} s; its status is ${JSON.stringify(check.status ?? "unknown")}. To wait longer, increase timeout. To read the result later, use the data source rblmonitor_check_status.`,
    [{ attribute: "timeout" }],
  );
}
