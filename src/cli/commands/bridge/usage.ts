import { legacyCalls } from "../../../legacy/calls";
import { metricText, type Sample } from "../../output/prometheus";
import type { Screen } from "../../output/terminal";
import { counted } from "../../output/text";
import { type Column, textTable } from "../../output/text-table";

/** A request that was answered, as the log shows it. Null where version 3.0 has no such call. */
export interface Use {
  /** ISO 8601. */
  readonly time: string;
  /** As the specification names it. */
  readonly operation: string | null;
  readonly method: string;
  /** With `*` for everything that may be a secret. */
  readonly path: string;
  /** Method and path of version 4.0 that have taken its place. */
  readonly now: string | null;
  /** The name of the program; empty if it sends none. Null if it does not have the credentials of the account. */
  readonly program: string | null;
  readonly address: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** A call of a program, and how often it was used. */
type UsedCall = ReturnType<typeof namedCall> &
  Readonly<{
    requests: number;
    /** How many of them were not answered with 200. */
    failed: number;
    /** ISO 8601. */
    first: string;
    last: string;
  }>;

const others = { operation: null, call: "others", now: null, program: "others" };

/** Counts which old calls are still in use, and by which programs. */
export class UsageCount {
  readonly #calls = new Map<string, UsedCall>();
  #requests = 0;

  /** @param maxCalls the number of different calls, beyond which they count as `others`: more can only be invented */
  constructor(private readonly maxCalls = 1_000) {}

  /** Counts a request. @returns the call, if it is the first of its kind by that program */
  count(use: Use): UsedCall | undefined {
    this.#requests += 1;
    const named = namedCall(use);
    const isNew = !this.#calls.has(keyOf(named));
    const isFull = isNew && this.#calls.size >= this.maxCalls;
    const shown = isFull ? others : named;
    const { requests = 0, failed = 0, first = use.time } = this.#calls.get(keyOf(shown)) ?? {};
    const failures = failed + (use.status === 200 ? 0 : 1);
    const call = { ...shown, requests: requests + 1, failed: failures, first, last: use.time };
    this.#calls.set(keyOf(call), call);
    return isNew && !isFull ? call : undefined;
  }

  /** The number of requests, and the calls in them, the most frequent first. */
  usage() {
    const calls = [...this.#calls.values()].sort((a, b) => b.requests - a.requests);
    return { requests: this.#requests, calls };
  }
}

function keyOf({ call, program }: Pick<UsedCall, "call" | "program">): string {
  return JSON.stringify([call, program]);
}

/** A call as version 3.0 has it, by the name of its program, or else by its address. */
function namedCall({ operation, method, path, now, program, address }: Use) {
  const [view = ""] = /(?<=^\/listings)\.\w+$/.exec(path) ?? [];
  const legacy = legacyCalls.find(({ name }) => name === operation)?.legacy;
  // Unknown paths are unlimited, so they count as one call.
  const call = legacy === undefined ? `${method} (no call of 3.0)` : `${legacy.method} ${legacy.path}${view}`;
  const name = program === null ? "(credentials not accepted)" : program || `${address} (without a name)`;
  return { operation, call, now, program: name };
}

/** The calls of version 3.0 that were in use, for people. */
export function usageText({ requests, calls }: ReturnType<UsageCount["usage"]>, screen: Screen): string {
  if (requests === 0) return "No request came.\n";
  const columns: Column<UsedCall>[] = [
    { title: "Call of 3.0", of: ({ call }) => call, isKey: true },
    { title: "Now", of: ({ now }) => now },
    { title: "Program", of: ({ program }) => program },
    { title: "Requests", of: (used) => used.requests },
    { title: "Failed", of: ({ failed }) => failed || null },
    { title: "Last", of: ({ last }) => last },
  ];
  return `${counted(requests, "request")} of version 3.0:\n\n${textTable(columns, calls, screen)}`;
}

/** The type of {@link Metrics.text}. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Upper bounds in seconds: programs of version 3.0 give up after 30 or 60. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Counts requests for Prometheus. Labels are operations of version 3.0 and statuses, never what clients invent, so that
 * the number of series has a bound.
 */
export class Metrics {
  readonly #requests = new Map<string, Sample>();
  readonly #durations = buckets.map((bound) => ({ bound, count: 0 }));
  #seconds = 0;
  #answered = 0;

  /** Counts a request that was answered. */
  count({ operation, status, milliseconds }: Use): void {
    const key = `${status} ${operation}`;
    const before = this.#requests.get(key)?.[1] ?? 0;
    this.#requests.set(key, [{ operation: operation ?? "", status }, before + 1]);
    const seconds = milliseconds / 1_000;
    for (const bucket of this.#durations) if (seconds <= bucket.bound) bucket.count += 1;
    this.#seconds += seconds;
    this.#answered += 1;
  }

  /** Everything in the text format of Prometheus, with values that are measured elsewhere. */
  text(measured: Record<"connections" | "refused" | "underWay" | "requestsSent", number>): string {
    const { connections, refused, underWay, requestsSent } = measured;
    const durations: Sample[] = [
      ...this.#durations.map(({ bound, count }): Sample => [{ le: bound }, count, "_bucket"]),
      [{ le: "+Inf" }, this.#answered, "_bucket"],
      [{}, this.#seconds, "_sum"],
      [{}, this.#answered, "_count"],
    ];
    const { user, system } = process.cpuUsage();
    const metric: typeof metricText = (name, ...parts) => metricText(`bridge_${name}`, ...parts);
    return [
      metric("requests_total", "counter", "Requests, by operation and status.", [...this.#requests.values()]),
      metric("request_duration_seconds", "histogram", "Seconds until the answer was ready.", durations),
      metric("requests_under_way", "gauge", "Requests that wait for the service.", underWay),
      metric("connections", "gauge", "Connections from programs.", connections),
      metric("connections_refused_total", "counter", "Connections over the limit of their address.", refused),
      metric("service_requests_total", "counter", "Requests to the service.", requestsSent),
      metric("cpu_seconds_total", "counter", "Processor time of the process.", (user + system) / 1e6),
      metric("resident_memory_bytes", "gauge", "Memory of the process.", process.memoryUsage.rss()),
    ].join("");
  }
}
