import type { ClientOptions, Logger } from "../../client/options";
import { Secrets } from "../../client/secrets";
import { Account } from "../../provider/account";
import { version } from "../../provider/version";
import { defaultApiVersion } from "../../service/api-version";
import { interruptible } from "../interrupt";
import { type Progress, progressOn } from "../output/progress";
import { type Output, printable, type Surroundings } from "../output/terminal";
import { counted, listed } from "../output/text";
import { type AccountOptions, tokenVariable } from "./options";

/** What a command works with while its account is open. */
export interface AccountSession {
  readonly account: Account;
  /** Aborted by an interrupt. */
  readonly signal: AbortSignal;
  /** Tells how far the command is, beside the number of requests so far. */
  tell(...facts: readonly string[]): void;
  /** Takes the line of progress away, so that something else can be written. It comes back with the next request. */
  quiet(): void;
}

/** What a command is doing when its account is opened, and what to say when it is interrupted. */
interface Words {
  readonly doing: string;
  /** A sentence. It is asked for at the end, since what is known by then may matter. */
  stopped(): string;
}

/**
 * Opens the account, tells how far the work is, and ends all of it whatever happens. An interrupt stops what is asked of
 * the service.
 * @throws Error in the command's own words when it was interrupted
 */
export async function withAccount<T>(
  options: AccountOptions,
  surroundings: Surroundings,
  words: Words,
  work: (session: AccountSession) => Promise<T>,
): Promise<T> {
  const { env, stderr } = surroundings;
  const progress = progressOn(stderr, env, { lines: options.progress === true });
  const stopping = new AbortController();
  const { signal } = stopping;
  let sent = 0;
  let reported: readonly string[] = [];
  let pages: string | undefined;
  const show = () =>
    progress.show(
      () =>
        `${words.doing}: ${[...reported, ...(pages === undefined ? [] : [pages]), counted(sent, "request")].join(", ")}`,
    );
  progress.show(() => words.doing);
  const countRequest = (requests: number) => {
    sent = requests;
    show();
  };
  const countPage = (kind: string, page: number, of: number) => {
    pages = `${kind.replaceAll("_", " ")}s: page ${page} of ${of}`;
    show();
  };
  const logger = accountLogger(stderr, progress, countRequest, countPage);
  const account = openAccount(options, env, { logger, signal });
  const session: AccountSession = {
    ...{ account, signal },
    tell(...facts) {
      reported = facts;
      pages = undefined;
      show();
    },
    quiet: () => progress.clear(),
  };
  const opened = async () => {
    try {
      return await endingSoon(signal, work(session));
    } catch (error) {
      throw signal.aborted ? new Error(words.stopped()) : error;
    } finally {
      progress.end();
      await endingSoon(signal, account.close()).catch(() => undefined);
    }
  };
  return interruptible(surroundings, () => stopping.abort(), opened);
}

/** After an interrupt, work has this many milliseconds to end, such as to hear what became of a write. */
const grace = 500;

/** The work, which is given up some time after the signal was aborted, whatever the service does. */
async function endingSoon<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const wait = () => {
      const timer = setTimeout(() => reject(new Error("given up")), grace);
      ended.signal.addEventListener("abort", () => clearTimeout(timer));
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { signal: ended.signal });
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
  }
}

/** A client's log for people: every request counts, a wait for the service's limits is told even where progress is not. */
export function accountLogger(
  stderr: Output,
  progress: Progress,
  onRequest: (requests: number) => void,
  onPage: (kind: string, page: number, pages: number) => void = () => undefined,
): Logger {
  let requests = 0;
  const silent = () => undefined;
  return {
    ...{ info: silent, error: silent },
    trace(message, { kind, page, pages } = {}) {
      if (message === "page" && Number(pages) > 1) onPage(String(kind), Number(page), Number(pages));
    },
    debug(message) {
      if (message !== "request") return;
      requests += 1;
      onRequest(requests);
    },
    warn(message, fields = {}) {
      progress.clear();
      const facts = Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`);
      stderr.write(`rblmonitor: ${printable([message, ...facts].join(", "))}\n`);
    },
  };
}

/**
 * The account that a command works on; nothing is sent yet.
 * @throws Error that names all that is missing
 */
export function openAccount(
  {
    apiVersion = defaultApiVersion,
    baseUrl,
    legacyBaseUrl,
    accountSid,
    secrets,
    progress: _,
    ...how
  }: AccountOptions,
  env: NodeJS.ProcessEnv,
  more: Pick<ClientOptions, "logger" | "signal"> = {},
): Account {
  const missing = missingSettings({ apiVersion, baseUrl, legacyBaseUrl, accountSid }, env);
  if (missing.length > 0) {
    throw new Error(
      `No account is configured. Set ${listed(missing)}. To try without an account: rblmonitor emulator --demo`,
    );
  }
  return new Account({
    ...{ ...how, ...more },
    secrets: new Secrets(secrets),
    apiVersion,
    baseUrl: (apiVersion === "3.0" ? legacyBaseUrl : baseUrl) ?? "",
    accountSid: accountSid ?? "",
    authToken: env[tokenVariable] ?? "",
    userAgent: `rblmonitor/${version}`,
  });
}

type Settings = {
  readonly [name in "apiVersion" | "baseUrl" | "legacyBaseUrl" | "accountSid"]?: string | undefined;
};

/** The variables of the account that neither the environment nor an option sets. */
export function missingSettings(
  { apiVersion, baseUrl, legacyBaseUrl, accountSid }: Settings,
  env: NodeJS.ProcessEnv,
): string[] {
  const settings = {
    ...(apiVersion === "3.0"
      ? { RBLMONITOR_LEGACY_BASE_URL: legacyBaseUrl }
      : { RBLMONITOR_BASE_URL: baseUrl }),
    RBLMONITOR_ACCOUNT_SID: accountSid,
    [tokenVariable]: env[tokenVariable],
  };
  return Object.entries(settings).flatMap(([name, value]) => (value ? [] : [name]));
}
