import { type CheckRequest, checkRequest } from "../service/requests";
import { type CheckStatus, readCheckId, readCheckStatus, type ServiceObject } from "../service/responses";
import { checkIdPattern } from "../service/sids";
import { pollCheck } from "./check-polling";
import type { Connection } from "./connection";
import { refused, ServiceError } from "./errors";
import { pageReader } from "./lists";
import type { CallOptions, Clock, ListOptions } from "./options";
import { type ListResult, readAllPages } from "./paging";
import { acceptedBody } from "./request-body";

/** Manual checks (docs/design/api.md#manual-check). */
export interface Checks {
  /** Starts a check and returns its id. It is never started twice: see `effect` of the error. */
  start(body: CheckRequest, options?: CallOptions): Promise<{ id: string }>;
  /** How far the check is; with `details`, also what each source says. */
  status(
    id: string,
    options?: CallOptions & { readonly details?: boolean | undefined },
  ): Promise<CheckStatus>;
  /**
   * Waits until the check is finished, and returns what it found; a status that is not finished after `timeout` seconds.
   * `onStatus` is told each status on the way.
   */
  waitFor(id: string, options: WaitOptions): Promise<CheckStatus>;
}

/** How a check is waited for. */
export interface WaitOptions extends CallOptions {
  /** Seconds. */
  readonly timeout: number;
  readonly details?: boolean | undefined;
  readonly onStatus?: (status: CheckStatus) => void;
}

/** The hosts that are listed now (docs/design/api.md#endpoints), in the shape of hosts. */
export interface Listings {
  all(options?: ListOptions): Promise<ListResult<ServiceObject<"host">>>;
}

export function createChecks(
  { exchange, dialect }: Connection,
  clock: Clock,
  stop: AbortSignal | undefined,
): Checks {
  const startCheck = dialect.operation("startCheck");
  const checkStatus = dialect.operation("checkStatus");
  const checks: Checks = {
    async start(body, { signal } = {}) {
      const accepted = acceptedBody(checkRequest, body, startCheck.title);
      const answer = await exchange.perform({
        operation: startCheck,
        body: dialect.plainBody(accepted),
        signal,
      });
      const id = readCheckId(single(answer.envelope.data));
      if (id !== undefined) return { id };
      throw unreadable(startCheck.title, "possible", `has no check id; it starts with: ${answer.excerpt()}`);
    },
    async status(id, { details, signal } = {}) {
      if (!checkIdPattern.test(id)) {
        throw refused(checkStatus.title, "the id must be PP and 64 lower-case hexadecimal digits");
      }
      const query = details === undefined ? {} : { details: dialect.flag(details) };
      const answer = await exchange.perform({ operation: checkStatus, id, query, signal });
      const data = single(answer.envelope.data);
      const [check, answered] = [readCheckStatus(data), readCheckId(data) ?? id];
      if (answered !== id) throw unreadable(checkStatus.title, "none", `is about ${answered}, not ${id}`);
      if (check !== undefined) return check;
      throw unreadable(checkStatus.title, "none", `has no status; it starts with: ${answer.excerpt()}`);
    },
    async waitFor(id, { timeout, details, onStatus, signal }) {
      const signals = [stop, signal].filter((one) => one !== undefined);
      const either = AbortSignal.any(signals);
      try {
        return await pollCheck(() => checks.status(id, { details, signal }), clock, {
          timeout: timeout * 1_000,
          signal: either,
          onStatus,
        });
      } catch (error) {
        if (!either.aborted || error instanceof ServiceError) throw error;
        throw new ServiceError({
          kind: "stopped",
          operation: checkStatus.title,
          object: id,
          problem: "stopped before the check was finished",
          effect: "none",
        });
      }
    },
  };
  return checks;
}

export function createListings(connection: Connection): Listings {
  const listings = () => connection.dialect.operation("listings");
  const reader = (options?: ListOptions) => pageReader(connection, listings, "host", options);
  return {
    all: (options) => readAllPages(reader(options)),
  };
}

function single(data: unknown): unknown {
  return Array.isArray(data) && data.length === 1 ? data[0] : data;
}

function unreadable(operation: string, effect: "none" | "possible", problem: string): ServiceError {
  return new ServiceError({ kind: "unreadable", operation, effect, problem: `the answer ${problem}` });
}
