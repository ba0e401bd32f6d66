import type { ClientOptions, Logger } from "../../client/options";
import { Secrets } from "../../client/secrets";
import { Account } from "../../provider/account";
import { version } from "../../provider/version";
import { usualApiVersion } from "../../service/api-version";
import { interruptible } from "../interrupt";
import { type Output, type Progress, printable, progressOn, type Surroundings } from "../output/terminal";
import { counted } from "../output/text";
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
  const progress = progressOn(stderr, env);
  const stopping = new AbortController();
  const { signal } = stopping;
  let sent = 0;
  let told: readonly string[] = [];
  const show = () => progress.show(`${words.doing}: ${[counted(sent, "request"), ...told].join(", ")}`);
  const logger = accountLogger(stderr, progress, (requests) => {
    sent = requests;
    show();
  });
  const account = openAccount(options, env, { logger, signal });
  const session: AccountSession = {
    ...{ account, signal },
    tell(...facts) {
      told = facts;
      show();
    },
    quiet: () => progress.clear(),
  };
  const opened = async () => {
    try {
      return await work(session);
    } catch (error) {
      throw signal.aborted ? new Error(words.stopped()) : error;
    } finally {
      progress.clear();
      await account.close();
    }
  };
  return interruptible(surroundings, () => stopping.abort(), opened);
}

/** A client's log for people: every request counts, a wait for the service's limits is told even where progress is not. */
export function accountLogger(
  stderr: Output,
  progress: Progress,
  onRequest: (requests: number) => void,
): Logger {
  let requests = 0;
  const silent = () => undefined;
  return {
    ...{ trace: silent, info: silent, error: silent },
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
 * @throws Error that names what is missing
 */
export function openAccount(
  { apiVersion = usualApiVersion, baseUrl, legacyBaseUrl, accountSid, secrets, ...how }: AccountOptions,
  env: NodeJS.ProcessEnv,
  more: Pick<ClientOptions, "logger" | "signal"> = {},
): Account {
  return new Account({
    ...{ ...how, ...more },
    secrets: new Secrets(secrets),
    apiVersion,
    baseUrl:
      apiVersion === "3.0"
        ? needed(legacyBaseUrl, "--legacy-base-url or RBLMONITOR_LEGACY_BASE_URL")
        : needed(baseUrl, "--base-url or RBLMONITOR_BASE_URL"),
    accountSid: needed(accountSid, "--account-sid or RBLMONITOR_ACCOUNT_SID"),
    authToken: needed(env[tokenVariable], tokenVariable),
    userAgent: `rblmonitor/${version}`,
  });
}

function needed(value: string | undefined, names: string): string {
  if (value) return value;
  throw new Error(`Which account? Set ${names}.`);
}
