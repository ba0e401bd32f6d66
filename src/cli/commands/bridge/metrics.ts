import type { Use } from "./usage";

/** What is measured elsewhere, at the moment of a scrape. */
interface Gauges {
  readonly connections: number;
  readonly refusedConnections: number;
  readonly accounts: number;
  readonly requestsSent: number;
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
  private readonly requests = new Map<string, number>();
  private readonly durations = buckets.map((bound) => ({ bound, count: 0 }));
  private seconds = 0;
  private inAll = 0;
  private underWay = 0;

  /** Counts a request that comes. The function returned must be called when it ends. */
  begin(): () => void {
    this.underWay += 1;
    return () => {
      this.underWay -= 1;
    };
  }

  /** Counts a request that was answered. */
  count({ route, status, milliseconds }: Pick<Use, "route" | "status" | "milliseconds">): void {
    const labels = `operation="${route?.call.name ?? ""}",status="${status}"`;
    this.requests.set(labels, (this.requests.get(labels) ?? 0) + 1);
    const seconds = milliseconds / 1_000;
    for (const bucket of this.durations) if (seconds <= bucket.bound) bucket.count += 1;
    this.seconds += seconds;
    this.inAll += 1;
  }

  /** Everything in the text format of Prometheus. */
  text({ connections, refusedConnections, accounts, requestsSent }: Gauges): string {
    const plain = (value: number) => [["", value] as const];
    const requests = [...this.requests].map(([labels, value]) => [`{${labels}}`, value] as const);
    const durations = [
      ...this.durations.map(({ bound, count }) => [`_bucket{le="${bound}"}`, count] as const),
      ['_bucket{le="+Inf"}', this.inAll] as const,
      ["_sum", this.seconds] as const,
      ["_count", this.inAll] as const,
    ];
    const { user, system } = process.cpuUsage();
    return [
      family("requests_total", "counter", "Requests of version 3.0, by operation and status.", requests),
      family("request_duration_seconds", "histogram", "Seconds until the answer was ready.", durations),
      family("requests_under_way", "gauge", "Requests that wait for their answer.", plain(this.underWay)),
      family("connections", "gauge", "Connections from programs.", plain(connections)),
      family(
        "connections_refused_total",
        "counter",
        "Connections refused by the limit of their address.",
        plain(refusedConnections),
      ),
      family("accounts", "gauge", "Accounts whose credentials the service accepted.", plain(accounts)),
      family("service_requests_total", "counter", "Requests to the service.", plain(requestsSent)),
      family("cpu_seconds_total", "counter", "Processor time of the process.", plain((user + system) / 1e6)),
      family("resident_memory_bytes", "gauge", "Memory of the process.", plain(process.memoryUsage.rss())),
    ].join("");
  }
}

function family(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  samples: readonly (readonly [suffix: string, value: number])[],
): string {
  const full = `rblmonitor_bridge_${name}`;
  return [
    `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n`,
    ...samples.map(([suffix, value]) => `${full}${suffix} ${value}\n`),
  ].join("");
}
