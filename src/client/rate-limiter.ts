import type { RateClass } from "../service/operations";
import { limitReached } from "./account-budget";
import { Backoff, type Outcome } from "./backoff";
import { Budgets, type Reservation } from "./budgets";
import { overdue, perClass, sharedWaits, type Waiter } from "./forecast";
import type { Clock, Logger } from "./options";
import { type RateLimit, readRateLimit, readRetryAfter } from "./rate-limit";
import { WaitTooLong, waitLogger } from "./wait";

/**
 * Waits until a request of an operation may be sent, and reserves capacity. Call the returned function when the request ends.
 * Rejects with {@link WaitTooLong} as soon as the operation would wait longer than `maxWait` in total, and when the signal aborts.
 */
export type Acquire = () => Promise<Release>;

/** Ends a request. Returns whether the rate limits explain its 429: if not, the request may have had its effect. */
export type Release = (ending: RequestEnd) => boolean;

/**
 * How a request ended: with a response, `unanswered` if the service may have received it, or `unsent` if it certainly has not.
 * Header names are in lower case.
 */
export type RequestEnd =
  | { readonly status: number; readonly headers: Readonly<Record<string, string | string[] | undefined>> }
  | "unanswered"
  | "unsent";

/** Settings of a rate limiter. `maxWait` is in milliseconds. */
export interface RateLimiterSettings {
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
  readonly maxWait: number;
  readonly maxRequestsPerHour?: number | undefined;
}

const unavailable = "the service is temporarily unavailable";
const outcomes: Readonly<Record<number, Outcome>> = { 429: "refused", 503: "unknown" };

/** A queued request, at the position of its operation. */
interface QueuedRequest extends Waiter {
  readonly position: number;
  admit(release: Release): void;
  reject(reason: unknown): void;
}

/**
 * Limits the requests of the process to the service's rate limits (docs/design/api.md#limits; docs/design/writing.md#rates). It
 * reserves capacity before it sends, and updates the limits from responses.
 */
export class RateLimiter {
  /** The rate limits from the last response that has any; undefined before. */
  rateLimit: RateLimit | undefined;
  readonly #clock: Clock;
  readonly #maxWait: number;
  readonly #budgets: Budgets;
  readonly #backoff: Backoff;
  /** Requests in the order of their operations. A request that is sent again keeps its position. */
  readonly #queue: QueuedRequest[] = [];
  readonly #logWait: ReturnType<typeof waitLogger>;
  #wakeTimer = new AbortController();
  #operations = 0;
  #inFlight = 0;
  /** Until the first request has ended, only one write is sent: the limits may be used up, or the credentials refused. */
  #hasEnded = false;

  constructor({ clock, logger, maxWait, maxRequestsPerHour }: RateLimiterSettings) {
    this.#clock = clock;
    this.#maxWait = maxWait;
    this.#budgets = new Budgets(maxRequestsPerHour);
    this.#backoff = new Backoff(() => clock.random());
    this.#logWait = waitLogger(logger);
  }

  /** Gives an operation a position in the queue, which it keeps for all its attempts. */
  enqueue(rateClass: RateClass, signal?: AbortSignal): Acquire {
    this.#operations += 1;
    const position = this.#operations;
    let waited = 0;
    return async () => {
      const since = this.#clock.now();
      const deadline = since + this.#maxWait - waited;
      const release = await this.#wait({ rateClass, position, deadline }, signal);
      waited += this.#clock.now() - since;
      return release;
    };
  }

  #wait(request: Pick<QueuedRequest, "rateClass" | "position" | "deadline">, signal?: AbortSignal) {
    const settled = new AbortController();
    return new Promise<Release>((admit, reject) => {
      signal?.throwIfAborted();
      const queued: QueuedRequest = { ...request, admit, reject };
      const cancel = () => {
        this.#remove(queued);
        reject(signal?.reason);
        this.#processQueue();
      };
      signal?.addEventListener("abort", cancel, { signal: settled.signal });
      const behind = this.#queue.findLastIndex(({ position }) => position < request.position);
      this.#queue.splice(behind + 1, 0, queued);
      this.#processQueue();
    }).finally(() => settled.abort());
  }

  #remove(request: QueuedRequest): void {
    const index = this.#queue.indexOf(request);
    if (index >= 0) this.#queue.splice(index, 1);
  }

  /** Admits requests that may be sent now, rejects those that would wait too long, and schedules the next run. */
  #processQueue(): void {
    const now = this.#clock.now();
    this.#wakeTimer.abort();
    this.#admit(now);
    if (this.#queue.length === 0) return;
    const forecast = this.#budgets.forecast(now, this.#backoff.wait);
    const left = this.#queue.length + this.#inFlight;
    for (const [request, wait] of overdue(this.#queue, forecast, now)) {
      this.#remove(request);
      request.reject(new WaitTooLong(wait, left));
    }
    const waits = sharedWaits(this.#queue, forecast, now);
    for (const wait of waits) this.#logWait(wait, now);
    if (waits.length > 0) this.#processAt(Math.min(...waits.map(({ from }) => from)));
  }

  #processAt(time: number): void {
    this.#wakeTimer = new AbortController();
    this.#clock.sleep(time - this.#clock.now(), this.#wakeTimer.signal).then(
      () => this.#processQueue(),
      // Cancelled, as the queue was processed before.
      () => undefined,
    );
  }

  #admit(now: number): void {
    while (this.#backoff.hasCapacity(now) && this.#budgets.hasCapacity(now)) {
      // A class at its limit does not block other classes.
      const isOpen = perClass(
        (rateClass) =>
          (rateClass === "read" || this.#hasEnded || this.#inFlight === 0) &&
          this.#budgets.hasClassCapacity(rateClass, now),
      );
      const request = this.#queue.find(({ rateClass }) => isOpen[rateClass]);
      if (request === undefined) return;
      this.#remove(request);
      request.admit(this.#start(request.rateClass, now));
    }
  }

  #start(rateClass: RateClass, now: number): Release {
    const reservation = this.#budgets.reserve(rateClass, now);
    const onEnd = this.#backoff.track();
    this.#inFlight += 1;
    return (ending) => {
      this.#inFlight -= 1;
      this.#hasEnded = true;
      const isExplained = this.#recordEnd(reservation, onEnd, ending);
      this.#processQueue();
      return isExplained;
    };
  }

  #recordEnd(reservation: Reservation, onEnd: ReturnType<Backoff["track"]>, ending: RequestEnd): boolean {
    const now = this.#clock.now();
    if (typeof ending === "string") {
      onEnd("unknown");
      this.#budgets.endUnanswered(reservation, now, ending === "unanswered");
      return false;
    }
    const { status, headers } = ending;
    const rateLimit = readRateLimit(headers, now);
    this.rateLimit = rateLimit ?? this.rateLimit;
    onEnd(outcomes[status] ?? "accepted");
    const { resetAt, isUsedUp } = this.#budgets.end(reservation, now, rateLimit, status === 429);
    if (resetAt !== undefined) this.#backoff.pause(resetAt - now, limitReached, now);
    const retryAfter = readRetryAfter(headers["retry-after"], now);
    if (status === 503 && retryAfter !== undefined) this.#backoff.pause(retryAfter, unavailable, now);
    const reset =
      rateLimit?.remaining === 0 && rateLimit.reset !== undefined ? rateLimit.reset * 1_000 : undefined;
    if (status === 429) this.#backoff.pauseAfterRefusal(retryAfter ?? reset, now);
    return isUsedUp;
  }
}
