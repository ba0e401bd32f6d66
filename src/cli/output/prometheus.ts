import { printable } from "./terminal";

type Labels = Readonly<Record<string, string | number>>;

/** A value that is not known is left out. */
type Value = number | null | undefined;

/** A value, its labels, and in a histogram the suffix of its name, such as `_sum`. */
export type Sample = readonly [labels: Labels, value: Value, suffix?: string];

/** A value without labels, or several. */
export type Samples = Value | readonly Sample[];

/**
 * A metric in the text format of Prometheus 0.0.4, after the prefix `rblmonitor_`; empty without a value.
 * @param common labels of all samples
 * (https://prometheus.io/docs/instrumenting/exposition_formats)
 */
export function metricText(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  samples: Samples,
  common: Labels = {},
): string {
  const full = `rblmonitor_${name}`;
  const all: readonly Sample[] = typeof samples === "object" && samples ? samples : [[{}, samples]];
  const lines = all.map(([labels, value, suffix = ""]) =>
    typeof value === "number" ? `${full}${suffix}${labelsText({ ...common, ...labels })} ${value}\n` : "",
  );
  const text = lines.join("");
  return text && `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${text}`;
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${printable(String(value)).replace(/[\\"]/g, "\\$&")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
