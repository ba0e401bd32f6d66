import { checkFields } from "../service/fields";
import type { CheckRequest } from "../service/requests";
import { type CheckStatus, readCheckId, readCheckStatus } from "../service/responses";
import { checkIdPattern } from "../service/sids";
import { assertAccepted, type Connection } from "./connection";
import { failed } from "./errors";
import type { CallOptions, Clock } from "./options";

// Pauses between status requests, in milliseconds.
const firstPause = 1_000;
const maxPause = 15_000;
const growth = 1.6;

interface StatusOptions extends CallOptions {
  readonly details?: boolean | undefined;
}

/** Options of `waitFor`. */
export interface WaitOptions extends StatusOptions {
  /** Seconds. */
  readonly timeout: number;
  /** Called with each status, including the last. */
  readonly onStatus?: ((status: CheckStatus) => void) | undefined;
}

/** Manual checks (docs/design/api.md#manual-check). */
export function createChecks({ exchange, dialect }: Connection, clock: Clock, stop: AbortSignal | undefined) {
  const startCheck = dialect.operation("startCheck");
  const checkStatus = dialect.operation("checkStatus");
  const checks = {
    /** Starts a check and returns its id. It is never sent twice: see `effect` of the error. */
    async start(body: CheckRequest, { signal }: CallOptions = {}) {
      assertAccepted(checkFields, "create", body, startCheck.title);
      const answer = await exchange.perform({ operation: startCheck, body: dialect.plainForm(body), signal });
      const id = readCheckId(single(answer.envelope.data));
      if (id !== undefined) return { id };
      const problem = `the answer has no check id; it starts with: ${answer.excerpt()}`;
      throw failed("unreadable", startCheck.title, problem, { effect: "possible" });
    },
    /** Reads the status of a check; with `details`, also the result of each source. */
    async status(id: string, { details, signal }: StatusOptions = {}) {
      if (!checkIdPattern.test(id)) {
        throw failed("refused", checkStatus.title, "the id must be PP and 64 lower-case hexadecimal digits");
      }
      const query = dialect.plainForm({ details });
      const answer = await exchange.perform({ operation: checkStatus, id, query, signal });
      const data = single(answer.envelope.data);
      const [check, answered] = [readCheckStatus(data), readCheckId(data) ?? id];
      if (answered !== id)
        throw failed("unreadable", checkStatus.title, `the answer is about ${answered}, not ${id}`);
      if (check !== undefined) return check;
      const problem = `the answer has no status; it starts with: ${answer.excerpt()}`;
      throw failed("unreadable", checkStatus.title, problem);
    },
    /**
     * Polls a check until it is finished, with pauses that grow from 1 to 15 seconds: a check of five minutes costs about 25
     * requests. Returns the last status, which is unfinished after the timeout.
     */
    async waitFor(id: string, { timeout, details, onStatus, signal }: WaitOptions) {
      const anySignal = AbortSignal.any([stop, signal].filter((each) => each !== undefined));
      const end = clock.now() + timeout * 1_000;
      for (let pause = firstPause; ; pause = Math.min(pause * growth, maxPause)) {
        await clock
          .sleep(Math.min(pause, Math.max(end - clock.now(), 0)), anySignal)
          .catch((error: unknown) => {
            if (!anySignal.aborted) throw error;
            const problem = "stopped before the check was finished";
            throw failed("stopped", checkStatus.title, problem, { object: id });
          });
        const status = await checks.status(id, { details, signal });
        onStatus?.(status);
        if (status.finished || clock.now() >= end) return status;
      }
    },
  };
  return checks;
}

function single(data: unknown): unknown {
  return Array.isArray(data) && data.length === 1 ? data[0] : data;
}

/** The maximum number of status requests within a timeout in seconds. */
export function maxStatusRequests(timeout: number): number {
  let requests = 1;
  for (let [now, pause] = [firstPause, firstPause]; now < timeout * 1_000; requests += 1) {
    pause = Math.min(pause * growth, maxPause);
    now += pause;
  }
  return requests;
}
