import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Logger } from "../../client/options";
import { Secrets } from "../../client/secrets";
import { Account } from "../../provider/account";
import { version } from "../../provider/version";
import { defaultApiVersion } from "../../service/api-version";
import { type Kind, kinds } from "../../service/kinds";
import { wrappedLines } from "../help";
import { interruptible } from "../interrupt";
import { progressOn } from "../output/progress";
import { columnsOf, type ProcessContext, printable } from "../output/terminal";
import { conjunction, counted } from "../output/text";
import { type AccountOptions, tokenVariable } from "./options";

/** The open account of a command. */
export interface AccountSession {
  readonly account: Account;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
  /** Shows the progress of the command, with the number of requests. */
  showProgress(...facts: readonly string[]): void;
  /** Clears the progress line for other output. The next request shows it again. */
  clearProgress(): void;
  /** Writes a warning to standard error. */
  warn(this: void, text: string): void;
}

export const readingAccount = "Reading the account";

/**
 * Opens the account, shows progress, and always closes everything. If the command writes, an interrupt stops the requests to the
 * service, so that the command can say what it has done.
 * @param doing what the command does, for its progress
 * @param stopped the message after an interrupt, for a command that writes; called at the end, since it may depend on the progress.
 * Without it an interrupt ends the process immediately, whatever it computes.
 * @throws Error with the command's message when it was interrupted
 */
export async function withAccount<T>(
  options: AccountOptions,
  processContext: ProcessContext,
  doing: string,
  work: (session: AccountSession) => Promise<T>,
  stopped?: () => string,
): Promise<T> {
  const { env, stderr } = processContext;
  const progress = progressOn(stderr, env, options.progress);
  const interrupt = new AbortController();
  const { signal } = interrupt;
  let sent = 0;
  let reported: readonly string[] = [];
  let pages: readonly string[] = [];
  const show = () =>
    progress.show(() => `${doing}: ${[...reported, ...pages, counted(sent, "request")].join(", ")}`);
  progress.show(() => doing);
  const warn = (text: string) => {
    progress.clear();
    stderr.write(wrappedLines(`rblmonitor: ${printable(text)}\n`, columnsOf(stderr)));
  };
  const onRequest = () => {
    sent += 1;
    show();
  };
  const onPage = (kind: Kind, page: number, of: number) => {
    pages = [`${kinds[kind].plural}: page ${page} of ${of}`];
    show();
  };
  const logger = accountLogger(warn, onRequest, onPage);
  const account = openAccount({ ...options, logger, signal }, env);
  const session: AccountSession = {
    account,
    signal,
    showProgress(...facts) {
      reported = facts;
      pages = [];
      show();
    },
    clearProgress: () => progress.clear(),
    warn,
  };
  const opened = async () => {
    try {
      return await endSoon(signal, work(session));
    } catch (error) {
      if (!signal.aborted || stopped === undefined) throw error;
      throw new Error(stopped());
    } finally {
      progress.end();
      await endSoon(signal, account.close()).catch(() => undefined);
    }
  };
  return stopped === undefined ? opened() : interruptible(processContext, () => interrupt.abort(), opened);
}

/** After an interrupt, work has this many milliseconds to end, such as to hear what became of a write. */
const gracePeriod = 500;

/** Ends when the work ends, or soon after the signal was aborted, whatever the service does. */
async function endSoon<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const giveUp = async () => {
    if (!signal.aborted) await once(signal, "abort", { signal: ended.signal });
    await setTimeout(gracePeriod, undefined, { signal: ended.signal });
    throw new Error("given up");
  };
  try {
    return await Promise.race([work, giveUp()]);
  } finally {
    ended.abort();
  }
}

/** A client's log for people: waits for rate limits, even without progress. */
export function accountLogger(
  warn: (text: string) => void,
  onRequest?: () => void,
  onPage?: (kind: Kind, page: number, pages: number) => void,
): Logger {
  return {
    info: () => undefined,
    error: () => undefined,
    trace(message, { kind, page, pages } = {}) {
      if (message === "page" && Number(pages) > 1) onPage?.(kind as Kind, Number(page), Number(pages));
    },
    debug(message) {
      if (message === "request") onRequest?.();
    },
    warn(message, fields = {}) {
      const facts = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`);
      warn([message, ...facts].join(", "));
    },
  };
}

/**
 * The account that a command works on; nothing is sent yet.
 * @throws Error that names all that is missing
 */
export function openAccount(options: AccountOptions, env: NodeJS.ProcessEnv): Account {
  const missing = missingSettings(options, env);
  if (missing.length > 0) {
    throw new Error(
      `No account is configured. Set ${conjunction(missing)}. To try without an account: rblmonitor emulator --demo`,
    );
  }
  const { apiVersion = defaultApiVersion, baseUrl, legacyBaseUrl, progress: _, ...settings } = options;
  return new Account({
    ...settings,
    secrets: new Secrets(options.secrets),
    apiVersion,
    baseUrl: (apiVersion === "3.0" ? legacyBaseUrl : baseUrl) ?? "",
    accountSid: options.accountSid ?? "",
    authToken: env[tokenVariable] ?? "",
    userAgent: `rblmonitor/${version}`,
  });
}

/** The variables of the account that neither the environment nor an option sets. */
export function missingSettings(options: AccountOptions, env: NodeJS.ProcessEnv): string[] {
  const { apiVersion, baseUrl, legacyBaseUrl, accountSid } = options;
  const isLegacy = apiVersion === "3.0";
  const root = isLegacy ? { RBLMONITOR_LEGACY_BASE_URL: legacyBaseUrl } : { RBLMONITOR_BASE_URL: baseUrl };
  const settings = { ...root, RBLMONITOR_ACCOUNT_SID: accountSid, [tokenVariable]: env[tokenVariable] };
  return Object.entries(settings).flatMap(([name, value]) => (value ? [] : [name]));
}
