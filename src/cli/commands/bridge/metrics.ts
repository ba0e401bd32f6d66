import { metricText, type Sample } from "../../output/prometheus";
import type { Use } from "./usage";

/** The type of {@link Metrics.text}. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Upper bounds in seconds: programs of version 3.0 give up after 30 or 60. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Values that are measured elsewhere. */
type Gauges = Record<"connections" | "refused" | "underWay" | "requestsSent", number>;

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
    const [, before] = this.#requests.get(key) ?? [{}, 0];
    this.#requests.set(key, [{ operation: operation ?? "", status }, before + 1]);
    const seconds = milliseconds / 1_000;
    for (const bucket of this.#durations) if (seconds <= bucket.bound) bucket.count += 1;
    this.#seconds += seconds;
    this.#answered += 1;
  }

  /** Everything in the text format of Prometheus. */
  text({ connections, refused, underWay, requestsSent }: Gauges): string {
    const durations: Sample[] = [
      ...this.#durations.map(({ bound, count }): Sample => [{ le: bound }, count, "_bucket"]),
      [{ le: "+Inf" }, this.#answered, "_bucket"],
      [{}, this.#seconds, "_sum"],
      [{}, this.#answered, "_count"],
    ];
    const { user, system } = process.cpuUsage();
    const metric = (
      name: string,
      type: Parameters<typeof metricText>[1],
      help: string,
      samples: number | readonly Sample[],
    ) => metricText(`bridge_${name}`, type, help, typeof samples === "number" ? [[{}, samples]] : samples);
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
