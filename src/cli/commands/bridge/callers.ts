import { ConcurrencyLimit } from "../../server/concurrency-limit";
import { errorAnswer, type LegacyAnswer } from "./answer";
import { Caller, type CallerSettings } from "./caller";
import type { Credentials } from "./request";

/** How many callers there may be. */
export interface CallerLimits {
  /** Accounts that are remembered. Default 1,000. */
  readonly mostCallers?: number;
  /** Requests of one account under way. Default 256. */
  readonly mostAtOnce?: number;
}

/** The answer to a request, and the caller if the service accepts its credentials. */
export interface Served {
  readonly answer: LegacyAnswer;
  readonly accepted?: Caller;
}

/** Requests from one address under way with credentials that the service has not accepted. */
const mostTrials = 20;
/** Credentials on trial that are remembered, so that the rate limits of a new account hold from its first request on. */
const mostOnTrial = 200;

/**
 * The callers, one for each pair of credentials. Credentials that the service has not accepted are on trial: they are
 * limited by address and remembered apart from the others, so that invented ones cost no account its place. Requests that come
 * with the same credentials meanwhile wait for the first, and share what the service says of them.
 */
export class Callers {
  /** Requests to the service so far. */
  requestsSent = 0;
  private readonly accepted: RecentCallers;
  private readonly onTrial = new RecentCallers(mostOnTrial);
  private readonly trials = new ConcurrencyLimit<string>(mostTrials);
  private readonly refusals = new Refusals();
  private readonly mostAtOnce: number;

  constructor(
    private readonly settings: CallerSettings,
    { mostCallers = 1_000, mostAtOnce = 256 }: CallerLimits = {},
  ) {
    this.accepted = new RecentCallers(mostCallers);
    this.mostAtOnce = mostAtOnce;
  }

  /** Accounts that are remembered. */
  get accounts(): number {
    return this.accepted.size;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.settings.clock.now();
  }

  /** Answers a request that came from that address with those credentials. */
  async serve(
    credentials: Credentials,
    address: string,
    work: (caller: Caller) => Promise<LegacyAnswer>,
  ): Promise<Served> {
    const key = `${credentials.accountSid}:${credentials.authToken}`;
    const known = this.accepted.use(key) ?? this.onTrial.use(key);
    // Further requests wait for what the service says of the first.
    await known?.verdict;
    if (known?.accepted === true) return this.attend(key, known, address, work);
    if (known?.accepted === false) return { answer: refusedCredentials };
    const seconds = this.refusals.wait(address, this.now());
    const free = seconds > 0 ? undefined : this.trials.acquire(address);
    if (free === undefined) return { answer: tooManyTrials(seconds || 1) };
    const caller = known ?? this.begin(key, credentials);
    const served = this.attend(key, caller, address, work).finally(free);
    caller.verdict ??= served.catch(() => undefined);
    return served;
  }

  private begin(key: string, credentials: Credentials): Caller {
    const caller = new Caller(this.settings, credentials, (requests) => {
      this.requestsSent += requests;
    });
    this.onTrial.keep(key, caller);
    return caller;
  }

  private async attend(
    key: string,
    caller: Caller,
    address: string,
    work: (caller: Caller) => Promise<LegacyAnswer>,
  ): Promise<Served> {
    const served = (answer: LegacyAnswer) => ({ answer, ...(caller.accepted && { accepted: caller }) });
    if (caller.busy >= this.mostAtOnce) return served(tooManyAtOnce);
    caller.busy += 1;
    const answer = await work(caller).finally(() => {
      caller.busy -= 1;
    });
    this.judge(key, caller, address);
    return served(answer);
  }

  /** Remembers a caller by what the service answered last. */
  private judge(key: string, caller: Caller, address: string): void {
    if (caller.accepted === undefined) return;
    this.onTrial.forget(key);
    if (caller.accepted) {
      this.accepted.keep(key, caller);
    } else {
      this.accepted.forget(key);
      this.refusals.add(address, this.now());
    }
  }
}

const refusedCredentials = errorAnswer(401, "Authentication failed.");
const tooManyAtOnce = errorAnswer(429, "Too many concurrent requests of this account.", {
  "Retry-After": "1",
});

function tooManyTrials(seconds: number): LegacyAnswer {
  const message = "Too many requests from this address with credentials that the service has not accepted.";
  return errorAnswer(429, message, { "Retry-After": String(seconds) });
}

const minute = 60_000;
/** Addresses that are counted one by one; the others of the same minute share a count. */
const mostAddresses = 10_000;
const others = "others";

/** Counts by address, in each minute, how often the service refused credentials. Times are in milliseconds since 1970. */
export class Refusals {
  private readonly counts = new Map<string, number>();
  private until = 0;

  constructor(private readonly mostAMinute = 60) {}

  /** Counts one. */
  add(address: string, now: number): void {
    this.turn(now);
    const key = this.keyOf(address);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Seconds until the address may try further credentials; 0 if it may now. */
  wait(address: string, now: number): number {
    this.turn(now);
    const count = this.counts.get(this.keyOf(address)) ?? 0;
    return count < this.mostAMinute ? 0 : Math.ceil((this.until - now) / 1_000);
  }

  private turn(now: number): void {
    if (now < this.until) return;
    this.counts.clear();
    this.until = now + minute;
  }

  private keyOf(address: string): string {
    return this.counts.has(address) || this.counts.size < mostAddresses ? address : others;
  }
}

/** Callers by their credentials, up to a number: of those without a request under way, the one unused longest makes room. */
export class RecentCallers {
  private readonly callers = new Map<string, Caller>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.callers.size;
  }

  /** The caller, which then counts as used last. */
  use(key: string): Caller | undefined {
    const caller = this.callers.get(key);
    if (caller === undefined) return undefined;
    this.callers.delete(key);
    this.callers.set(key, caller);
    return caller;
  }

  /** Keeps a caller, unless all others are busy. */
  keep(key: string, caller: Caller): void {
    if (this.callers.size < this.most || this.callers.has(key) || this.makeRoom())
      this.callers.set(key, caller);
  }

  forget(key: string): void {
    this.callers.delete(key);
  }

  private makeRoom(): boolean {
    for (const [key, { busy }] of this.callers) if (busy === 0) return this.callers.delete(key);
    return false;
  }
}
