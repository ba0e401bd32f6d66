import type { Account } from "../../../provider/account";
import { findingsOf, startCheck } from "../../../provider/checks/run-check";
import { inParallel } from "../../../provider/managed/in-parallel";
import { lackingText } from "../../../provider/text";
import { checkedHost } from "../../../service/address-rules";
import { type CheckStatus, isRunningCheck } from "../../../service/responses";
import { isSameText } from "../../../service/same";
import { canonicalSid, checkIdPattern } from "../../../service/sids";
import type { AccountOptions } from "../../account/options";
import { type AccountSession, withAccount } from "../../account/session";
import { confirm } from "../../input";
import { compareNaturally } from "../../output/order";
import { type PrintOptions, print } from "../../output/print";
import { possible } from "../../output/suggestion";
import { type ProcessContext, printable, type Screen, screenFor } from "../../output/terminal";
import { conjunction, counted } from "../../output/text";
import { type Column, textTable } from "../../output/text-table";

export interface CheckOptions extends AccountOptions, PrintOptions {
  readonly details?: true;
  readonly wait?: true;
  readonly failIfListed?: true;
  readonly timeout: number;
  readonly yes?: true;
  readonly callback?: string;
}

/** A check as the command shows it. */
type CheckResult = Awaited<ReturnType<typeof checkSubject>>;

/**
 * Starts checks or reads their status, and waits for them if requested.
 * @param words addresses, names, SIDs and labels of hosts, and ids of checks
 * @returns the exit code: 2 with --fail-if-listed and a listed host
 * @throws Error for an invalid host, before a check starts; if a check has not finished in time; with --fail-if-listed, if
 * the service does not report whether the host is listed
 */
export async function check(words: readonly string[], options: CheckOptions, processContext: ProcessContext) {
  for (const word of words) assertCheckable(word);
  const isWaitedFor = options.wait === true || options.failIfListed === true;
  const started: string[] = [];
  const stopped = () =>
    started.length === 0
      ? "Stopped before the service returned the id of a check. A check may have started."
      : `Stopped. The check continues: rblmonitor check ${started.join(" ")} shows the result.`;
  const work = async (session: AccountSession) => {
    const subjects = await subjectsOf(words, session.account);
    if (options.yes !== true) await confirmShared(subjects, session, processContext);
    if (options.callback !== undefined && subjects.some(({ id }) => id !== undefined))
      throw new Error("--callback is for a new check: give a host, or leave out --callback.");
    const results: CheckResult[] = [];
    const { failed } = await inParallel(subjects, async (subject) => {
      const result = await checkSubject(session, subject, options, isWaitedFor, (id) => started.push(id));
      results[subjects.indexOf(subject)] = result;
    });
    if (failed[0] !== undefined) throw failed[0].thrown;
    return results;
  };
  const doing = `Checking ${words.length === 1 ? words[0] : counted(words.length, "host")}`;
  const results = await withAccount(options, processContext, doing, work, stopped);
  const isLate = ({ finished }: CheckResult) => isWaitedFor && !finished;
  const shown = results.filter((result) => !isLate(result));
  const [only] = shown;
  if (only !== undefined)
    print(processContext, options, results.length === 1 ? only : { checks: shown }, (screen) =>
      [...shown.map((result) => checkText(result, screen)), ...totalOf(shown)].join("\n"),
    );
  const late = results.filter(isLate);
  if (late.length > 0) throw notFinished(late, options);
  if (options.failIfListed !== true) return 0;
  if (results.some(({ listed }) => listed)) return 2;
  const open = results.filter(({ listed }) => listed === null);
  const unknown = open.map(({ host, id }) => host ?? `the host of ${id}`);
  if (unknown.length > 0)
    throw new Error(
      `The service does not report whether ${conjunction(unknown.map(printable))} ${unknown.length === 1 ? "is" : "are"} listed, or no source was queried. To see the hosts that nothing checks: rblmonitor report`,
    );
  return 0;
}

function notFinished(late: readonly CheckResult[], { timeout }: CheckOptions): Error {
  const ids = late.map(({ id }) => id).join(" ");
  const subject = late.length === 1 ? `The check ${ids} has` : `${late.length} checks have`;
  const statuses = late.map(({ status }) => status).filter((status) => status && !isRunningCheck(status));
  const words = printable([...new Set(statuses)].join(", "));
  const doubt = words && `: with the status ${words}, the service does not report whether the host is listed`;
  return new Error(
    `${subject} not finished within ${timeout} seconds${doubt}. To continue waiting: rblmonitor check ${ids} --wait`,
  );
}

/** A host to check, or a check that was started before. */
interface Subject {
  /** Of a check that was started before. */
  readonly id?: string;
  /** The address, name or SID that the service checks. */
  readonly checked: string;
  /** The address or SID of the host; null for a check given by its id: the service does not report its host. */
  readonly host: string | null;
  /** The label by which the user chose the host, else null. */
  readonly name: string | null;
}

const forms =
  "Give an IP address (192.0.2.1), a domain name (mail.example.com), the SID of a host (HT and 32 hexadecimal digits), its label, or the id of a check (PP and 64 digits).";

/** @throws Error for a text that can be neither a host nor its label, such as a subnet */
function assertCheckable(word: string): void {
  if (/^[\d.]+\/\d+$/.test(word))
    throw new Error(`${JSON.stringify(word)} is a subnet and cannot be checked. ${forms}`);
  if (/^\d+(?:\.\d+){3}$/.test(word) && !isDirect(word))
    throw new Error(`${JSON.stringify(word)} is not a valid IP address. ${forms}`);
}

/** Whether a text is an id, a SID, an address or a name, which needs no list of hosts. */
function isDirect(word: string): boolean {
  return checkIdPattern.test(word) || checkedHost.problem?.(word) === undefined;
}

/**
 * The subjects that the texts name. Only a label costs requests: the list of hosts. All hosts with a label are checked.
 * @throws Error for a label that no host has
 */
async function subjectsOf(words: readonly string[], account: Account): Promise<Subject[]> {
  const asked = [...new Set(words.map(canonicalSid))];
  let gap = "";
  const onGap = (lacking: number) => {
    gap = `${lackingText("host", lacking)} `;
  };
  const hosts = asked.every(isDirect) ? [] : await (await account.reader("host")).readAll(onGap);
  return asked.flatMap((text): Subject[] => {
    if (checkIdPattern.test(text)) return [{ id: text, checked: "", host: null, name: null }];
    if (isDirect(text)) return [{ checked: text, host: text, name: null }];
    const labelled = hosts.filter(({ name }) => isSameText(name, text));
    if (labelled.length > 0)
      return labelled
        .map(({ id, host = id, name = text }) => ({ checked: id, host, name }))
        .sort((a, b) => compareNaturally(a.host, b.host));
    const names = hosts.flatMap(({ name }) => name ?? []);
    throw new Error(
      `No host is named ${printable(JSON.stringify(text))}.${possible(text, "Labels", names)} ${gap}${forms}`,
    );
  });
}

/** Asks for confirmation if several hosts have a label that the user gave. @throws Error without it, before a check starts */
async function confirmShared(
  subjects: readonly Subject[],
  { clearProgress, signal }: AccountSession,
  processContext: ProcessContext,
): Promise<void> {
  const labelled = subjects.filter(({ name }) => name !== null);
  const labels = new Set(labelled.map(({ name }) => name));
  if (labels.size === labelled.length) return;
  clearProgress();
  const { env, stderr } = processContext;
  stderr.write(`${textTable(subjectColumns, labelled, screenFor(stderr, env))}\n`);
  const purpose = `start ${counted(subjects.length, "check")}`;
  await confirm(purpose, "No check was started", processContext, signal);
}

const subjectColumns: readonly Column<Subject>[] = [
  { title: "HOST", of: ({ host }) => host, isKey: true },
  { title: "NAME", of: ({ name }) => name },
];

/** Starts a check, or continues one, and waits for it if requested. @param onStart called with its id */
async function checkSubject(
  { account, signal, showProgress }: AccountSession,
  { checked, host, name, ...subject }: Subject,
  { callback, timeout, details }: CheckOptions,
  isWaitedFor: boolean,
  onStart: (id: string) => void,
) {
  const { checks } = await account.client();
  const asked = { host: checked, details: details ?? null, callback: callback ?? null };
  const id = subject.id ?? (await startCheck(account, asked, signal));
  onStart(id);
  const onStatus = ({ status, checked_count: count }: CheckStatus) =>
    showProgress(
      status?.toLowerCase() ?? "status unknown",
      ...(count === undefined ? [] : [`${counted(count, "source")} checked`]),
    );
  let status: CheckStatus = { finished: false };
  if (isWaitedFor) status = await checks.waitFor(id, { timeout, signal, details, onStatus });
  else if (subject.id !== undefined) status = await checks.status(id, { details, signal });
  return { id, host, name, ...findingsOf(status), finished: status.finished };
}

function checkText(result: CheckResult, screen: Screen): string {
  const next = result.finished ? "" : `To see the result:\n  rblmonitor check ${result.id} --wait\n`;
  // Those that list the host first, then by name.
  const sources = [...(result.results ?? [])].sort(
    (a, b) =>
      Number(b.listed ?? false) - Number(a.listed ?? false) || compareNaturally(a.host ?? "", b.host ?? ""),
  );
  const table = sources.length === 0 ? "" : `\n${textTable(columns, sources, screen)}`;
  return `${headline(result, screen)}\n${next}${table}`;
}

/** The number of listed hosts, if the results of several are shown. */
function totalOf(results: readonly CheckResult[]): string[] {
  if (results.length < 2 || results.some(({ finished }) => !finished)) return [];
  const count = results.filter(({ listed }) => listed).length;
  return [`${count} of ${counted(results.length, "host")} ${count === 1 ? "is" : "are"} listed.\n`];
}

function headline(result: CheckResult, { paint }: Screen): string {
  const { host, name, id, finished, status, listed, listed_count } = result;
  const address = host ?? `The host of check ${id}`;
  const subject = printable(name === null ? address : `${name} (${address})`);
  if (!finished) {
    if (status === null) return `Started check ${id} of ${subject}.`;
    return `The check ${id} has not finished; its status is ${printable(status)}.`;
  }
  if (listed === null)
    return `The check has finished, and the service does not report whether ${subject} is listed, or no source was queried.`;
  if (!listed) return paint("green", `${subject} is not listed.`);
  const by = listed_count === null ? "" : ` by ${counted(listed_count, "source")}`;
  return paint("red", `${subject} is listed${by}.`);
}

const columns: readonly Column<NonNullable<CheckResult["results"]>[number]>[] = [
  { title: "LISTED", of: ({ listed }) => listed, paint: ({ listed }) => (listed ? "red" : undefined) },
  { title: "SOURCE", of: ({ host }) => host, isKey: true },
  { title: "DETAILS", of: ({ details }) => details },
  { title: "SID", of: ({ source }) => source, paint: () => "dim", wide: true },
];
