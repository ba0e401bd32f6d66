import type { Use } from "./usage";

/** The type of {@link Metrics.text}. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

/** Upper bounds in seconds: programs of version 3.0 give up after 30 or 60. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type Samples = readonly (readonly [suffix: string, value: number])[];

/**
 * Counts requests for Prometheus. Labels are operations of version 3.0 and statuses, never what clients invent, so that
 * the number of series has a bound.
 */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = buckets.map((bound) => ({ bound, count: 0 }));
  #seconds = 0;
  #answered = 0;

  /** Counts a request that was answered. */
  count({ operation, status, milliseconds }: Use): void {
    const labels = `{operation="${operation ?? ""}",status="${status}"}`;
    this.#requests.set(labels, (this.#requests.get(labels) ?? 0) + 1);
    const seconds = milliseconds / 1_000;
    for (const bucket of this.#durations) if (seconds <= bucket.bound) bucket.count += 1;
    this.#seconds += seconds;
    this.#answered += 1;
  }

  /** Everything in the text format of Prometheus, with values that are measured elsewhere. */
  text(gauges: Record<"connections" | "refused" | "underWay" | "requestsSent", number>): string {
    const { connections, refused, underWay, requestsSent } = gauges;
    const durations: Samples = [
      ...this.#durations.map(({ bound, count }) => [`_bucket{le="${bound}"}`, count] as const),
      ['_bucket{le="+Inf"}', this.#answered],
      ["_sum", this.#seconds],
      ["_count", this.#answered],
    ];
    const { user, system } = process.cpuUsage();
    const memory = process.memoryUsage.rss();
    return [
      family("requests_total", "counter", "Requests, by operation and status.", [...this.#requests]),
      family("request_duration_seconds", "histogram", "Seconds until the answer was ready.", durations),
      family("requests_under_way", "gauge", "Requests that wait for the service.", underWay),
      family("connections", "gauge", "Connections from programs.", connections),
      family("connections_refused_total", "counter", "Connections over the limit of their address.", refused),
      family("service_requests_total", "counter", "Requests to the service.", requestsSent),
      family("cpu_seconds_total", "counter", "Processor time of the process.", (user + system) / 1e6),
      family("resident_memory_bytes", "gauge", "Memory of the process.", memory),
    ].join("");
  }
}

function family(name: string, type: string, help: string, value: number | Samples): string {
  const full = `rblmonitor_bridge_${name}`;
  const samples: Samples = typeof value === "number" ? [["", value]] : value;
  const lines = samples.map(([suffix, sample]) => `${full}${suffix} ${sample}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}
