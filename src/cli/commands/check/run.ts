import { findingsOf } from "../../../provider/checks/fields";
import { checkRequest } from "../../../service/requests";
import type { CheckStatus } from "../../../service/responses";
import { canonicalSid, checkIdPattern } from "../../../service/sids";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import type { PrintOptions } from "../../options";
import { print } from "../../output/print";
import type { Surroundings } from "../../output/terminal";
import { counted } from "../../output/text";
import { type CheckResult, checkText } from "./output";

/** What `rblmonitor check` was told. */
export interface CheckOptions extends AccountOptions, PrintOptions {
  readonly details?: true;
  readonly wait?: true;
  readonly failIfListed?: true;
  readonly timeout: number;
  readonly callback?: string;
}

/**
 * Starts a check or looks at one, and waits for it if that is asked for.
 * @returns the exit code: 2 if the host is listed and that is to fail
 * @throws Error for what cannot be checked, before anything is sent; when the check has not finished in time; when it was
 * waited for to know whether the host is listed, and does not tell
 */
export async function runCheck(
  given: string,
  options: CheckOptions,
  surroundings: Surroundings,
): Promise<number> {
  const asked = canonicalSid(given);
  const known = checkIdPattern.test(asked) ? asked : undefined;
  if (known === undefined) assertCheckable(asked);
  else if (options.callback !== undefined) throw new Error("--callback is for a check that is started.");
  const isWaitedFor = options.wait === true || options.failIfListed === true;
  let id = known;
  const words = {
    doing: known === undefined ? `Checking ${asked}` : "Looking at the check",
    stopped: () =>
      id === undefined
        ? "Stopped before the service told the id of a check. It may have started one all the same."
        : `Stopped. The check goes on: rblmonitor check ${id} tells what it finds.`,
  };
  const result = await withAccount(options, surroundings, words, async (session) => {
    id ??= await start(session, asked, options);
    const status = await statusOf(session, id, options, known === undefined, isWaitedFor);
    return resultOf(id, known === undefined ? asked : null, status);
  });
  if (isWaitedFor && !result.finished) {
    throw new Error(
      `The check ${result.id} has not finished within ${options.timeout} seconds. To go on waiting: rblmonitor check ${result.id} --wait`,
    );
  }
  print(surroundings, options, result, (paint) => checkText(result, paint));
  if (options.failIfListed !== true) return 0;
  if (result.listed === null)
    throw new Error("The check has finished, but the service does not tell whether the host is listed.");
  return result.listed ? 2 : 0;
}

function assertCheckable(host: string): void {
  if (checkRequest.safeParse({ host }).success) return;
  throw new Error(
    `${JSON.stringify(host)} cannot be checked. It must be an IP address (192.0.2.1), a domain name (mail.example.com), the SID of a host (HT and 32 hexadecimal digits), or the id of a check (PP and 64).`,
  );
}

async function start(
  { account, signal }: AccountSession,
  host: string,
  { details, callback }: CheckOptions,
): Promise<string> {
  const checks = await account.checks();
  const { id } = await checks.start(
    { host, ...(details && { details }), ...(callback !== undefined && { callback }) },
    { signal },
  );
  return id;
}

/** What the check has found so far; undefined of one that was started now and is not waited for. */
async function statusOf(
  { account, signal, tell }: AccountSession,
  id: string,
  { details, timeout }: CheckOptions,
  isNew: boolean,
  isWaitedFor: boolean,
): Promise<CheckStatus | undefined> {
  const checks = await account.checks();
  const asksDetails = details ?? false;
  if (!isWaitedFor) return isNew ? undefined : checks.status(id, { details: asksDetails, signal });
  return checks.finished(id, {
    ...{ timeout, signal, details: asksDetails },
    onStatus: ({ status, checked_count }) =>
      tell(
        status?.toLowerCase() ?? "status not told",
        ...(checked_count === undefined ? [] : [`${counted(checked_count, "source")} asked`]),
      ),
  });
}

function resultOf(id: string, host: string | null, check: CheckStatus | undefined): CheckResult {
  const found = check ?? { finished: false };
  return { id, host, ...findingsOf(found), finished: found.finished };
}
