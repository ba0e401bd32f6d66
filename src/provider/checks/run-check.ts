import type { CheckStatus } from "../../service/responses";
import { canonicalSid } from "../../service/sids";
import { bool, DiagnosticError, integer, string } from "../../terraform";
import type { Account } from "../account";
import { checkedHost } from "./fields";

/** The default of `timeout`, in seconds. */
export const defaultTimeout = 300;

/**
 * What a check is told, as attributes.
 *
 * @param changes what a change of an argument does, in a sentence: to what the check is of, and to the wait for it
 */
export const checkArguments = (changes: { readonly check: string; readonly wait: string }) => ({
  host: checkedHost().required(
    `What to check: an IP address (\`192.0.2.1\`), a domain name (\`mail.example.com\`), or a host of the account by its SID (\`HT…\`).${changes.check}`,
  ),
  details: bool().optional(
    `Whether \`results\` tells what each source says.${changes.check} Default: \`false\`.`,
  ),
  callback: string()
    .check((text, report) => URL.canParse(text) || report.error("must be an absolute URL"))
    .optional(
      `URL to which the service posts the result when the check is done.${changes.check} Unset: none.`,
    ),
  timeout: integer({ min: 1 }).optional(
    `Seconds to wait for the check to finish.${changes.wait} Default: ${defaultTimeout}.`,
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
  const checks = await account.checks();
  const { id } = await checks.start(
    {
      host: canonicalSid(host),
      ...(details !== null && { details }),
      ...(callback !== null && { callback }),
    },
    { signal },
  );
  return id;
}

/** Waits until a check has finished; `onStatus` gets each status on the way. @throws DiagnosticError when it has not within its time */
export async function finishedCheck(
  account: Account,
  id: string,
  { host, details, timeout }: Pick<CheckArguments, "host" | "details" | "timeout">,
  signal: AbortSignal,
  onStatus?: (status: CheckStatus) => void,
): Promise<CheckStatus> {
  const seconds = timeout ?? defaultTimeout;
  const checks = await account.checks();
  const check = await checks.waitFor(id, {
    ...{ timeout: seconds, details: details ?? false, signal },
    ...(onStatus && { onStatus }),
  });
  if (check.finished) return check;
  throw new DiagnosticError(
    "The check has not finished",
    `The check ${id} of ${host} was started, and has not finished within ${seconds} s; its status is ${JSON.stringify(check.status ?? "not told")}. To wait longer, set timeout. What it finds later, the data source rblmonitor_check_status tells by its id.`,
    [{ attribute: "timeout" }],
  );
}
