import { printable } from "./terminal";

/** A value, its labels, and in a histogram the suffix of its name, such as `_sum`. */
export type Sample = readonly [
  labels: Readonly<Record<string, string | number>>,
  value: number,
  suffix?: string,
];

/**
 * A metric in the text format of Prometheus 0.0.4, after the prefix `rblmonitor_`; empty without samples.
 * @param samples a number is one without labels
 * (https://prometheus.io/docs/instrumenting/exposition_formats)
 */
export function metricText(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  samples: number | readonly Sample[],
): string {
  if (typeof samples === "number") return metricText(name, type, help, [[{}, samples]]);
  if (samples.length === 0) return "";
  const full = `rblmonitor_${name}`;
  const lines = samples.map(
    ([labels, value, suffix = ""]) => `${full}${suffix}${labelsText(labels)} ${value}\n`,
  );
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}

function labelsText(labels: Sample[0]): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${printable(String(value)).replace(/[\\"]/g, "\\$&")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
