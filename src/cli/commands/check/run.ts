import { findingsOf } from "../../../provider/checks/fields";
import { inParallel } from "../../../provider/managed/in-parallel";
import type { CheckStatus } from "../../../service/responses";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { type PrintOptions, print } from "../../output/print";
import type { ProcessContext } from "../../output/terminal";
import { counted } from "../../output/text";
import { type CheckResult, checkText } from "./output";
import { assertCheckable, type Subject, subjectsOf } from "./subjects";

/** Options of `rblmonitor check`. */
export interface CheckOptions extends AccountOptions, PrintOptions {
  readonly details?: true;
  readonly wait?: true;
  readonly failIfListed?: true;
  readonly timeout: number;
  readonly callback?: string;
}

/**
 * Starts checks or reads their status, and waits for them if requested.
 * @returns the exit code: 2 if a host is listed and that is to fail
 * @throws Error for an invalid host, before a check starts; when a check has not finished in time; when it was waited
 * for to know whether the host is listed, and the service does not report it
 */
export async function runCheck(
  given: readonly string[],
  options: CheckOptions,
  processContext: ProcessContext,
): Promise<number> {
  for (const text of given) assertCheckable(text);
  const isWaitedFor = options.wait === true || options.failIfListed === true;
  const started: string[] = [];
  const activity = {
    doing: `Checking ${given.length === 1 ? given[0] : counted(given.length, "host")}`,
    stopped: () =>
      started.length === 0
        ? "Stopped before the service returned the id of a check. A check may have started."
        : `Stopped. The check continues: rblmonitor check ${started.join(" ")} shows the result.`,
  };
  const results = await withAccount(options, processContext, activity, async (session) => {
    const subjects = await subjectsOf(given, session.account);
    if (options.callback !== undefined && subjects.some((subject) => "check" in subject))
      throw new Error("--callback is for a check that is started.");
    return checkAll(session, subjects, options, isWaitedFor, (id) => started.push(id));
  });
  const late = results.filter(({ finished }) => isWaitedFor && !finished);
  const shown = results.filter((result) => !late.includes(result));
  const [only] = shown;
  if (only !== undefined)
    print(processContext, options, results.length === 1 ? only : { checks: shown }, (screen) =>
      shown.map((result) => checkText(result, screen)).join("\n"),
    );
  if (late.length > 0) throw notFinished(late, options);
  if (options.failIfListed !== true) return 0;
  if (results.some(({ listed }) => listed)) return 2;
  if (results.some(({ listed }) => listed === null))
    throw new Error("The check has finished, but the service does not report whether the host is listed.");
  return 0;
}

async function checkAll(
  session: AccountSession,
  subjects: readonly Subject[],
  options: CheckOptions,
  isWaitedFor: boolean,
  onStart: (id: string) => void,
): Promise<CheckResult[]> {
  const results = new Map<Subject, CheckResult>();
  const { failed } = await inParallel(subjects, async (subject) => {
    const isNew = !("check" in subject);
    const id = isNew ? await start(session, subject.host, options) : subject.check;
    onStart(id);
    const status = await statusOf(session, id, options, isNew, isWaitedFor);
    const [host, name] = isNew ? [subject.address, subject.name] : [null, null];
    const found = status ?? { finished: false };
    results.set(subject, { id, host, name, ...findingsOf(found), finished: found.finished });
  });
  const [first] = failed;
  if (first !== undefined) throw first.thrown;
  return subjects.flatMap((subject) => results.get(subject) ?? []);
}

function notFinished(late: readonly CheckResult[], { timeout }: CheckOptions): Error {
  const ids = late.map(({ id }) => id).join(" ");
  const subject = late.length === 1 ? `The check ${ids} has` : `${late.length} checks have`;
  return new Error(
    `${subject} not finished within ${timeout} seconds. To continue waiting: rblmonitor check ${ids} --wait`,
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
  { account, signal, showProgress }: AccountSession,
  id: string,
  { details, timeout }: CheckOptions,
  isNew: boolean,
  isWaitedFor: boolean,
): Promise<CheckStatus | undefined> {
  const checks = await account.checks();
  const asksDetails = details ?? false;
  if (!isWaitedFor) return isNew ? undefined : checks.status(id, { details: asksDetails, signal });
  return checks.waitFor(id, {
    ...{ timeout, signal, details: asksDetails },
    onStatus: ({ status, checked_count }) =>
      showProgress(
        status?.toLowerCase() ?? "status unknown",
        ...(checked_count === undefined ? [] : [`${counted(checked_count, "source")} checked`]),
      ),
  });
}
