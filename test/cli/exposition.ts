/** A metric of the text format: its type, its help, and its samples by their labels. */
export interface ParsedMetric {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly ParsedSample[];
}

export interface ParsedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const types = ["counter", "gauge", "histogram", "summary", "untyped"];
const suffixes: Readonly<Record<string, readonly string[]>> = {
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["", "_sum", "_count"],
};

/**
 * Reads the text format 0.0.4 of Prometheus as strictly as its document (https://prometheus.io/docs/instrumenting/exposition_formats),
 * the textfile collector of node_exporter (no timestamps), and `promtool check metrics` (a help for each metric, names of
 * counters) demand. @throws Error that names the line
 */
export function parsedExposition(text: string): ReadonlyMap<string, ParsedMetric> {
  const metrics = new Map<string, { type: string; help: string; samples: ParsedSample[] }>();
  const series = new Set<string>();
  let help: readonly string[] = [];
  let current = "";
  if (text !== "" && !text.endsWith("\n")) throw new Error("The last line does not end.");
  for (const line of text.split("\n").slice(0, -1)) {
    const wrong = (why: string) => new Error(`${why}: ${line}`);
    if (/[\r\0]/.test(line)) throw wrong("A control character");
    const [, word, name = "", rest = ""] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line) ?? [];
    if (line.startsWith("#") && word === undefined) throw wrong("No comment of a metric");
    if (word === "HELP") {
      if (metrics.has(name)) throw wrong("A second group of a metric");
      if (/\\(?![\\n])/.test(rest)) throw wrong("A wrong escape");
      help = [name, rest];
    } else if (word === "TYPE") {
      if (help[0] !== name || metrics.has(name)) throw wrong("A type without help, or a second one");
      if (!types.includes(rest)) throw wrong("An unknown type");
      if ((rest === "counter") !== name.endsWith("_total"))
        throw wrong("Counters, and they alone, end with _total");
      metrics.set(name, { type: rest, help: help[1] ?? "", samples: [] });
      current = name;
    } else {
      const sample = readSample(line);
      const metric = metrics.get(current);
      const allowed = suffixes[metric?.type ?? ""] ?? [""];
      if (!allowed.some((suffix) => sample.name === current + suffix))
        throw wrong("A sample outside its group");
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (series.has(key)) throw wrong("A second sample with these labels");
      series.add(key);
      metric?.samples.push(sample);
    }
  }
  for (const [name, { samples }] of metrics)
    if (samples.length === 0) throw new Error(`${name} has no sample.`);
  return metrics;
}

function readSample(line: string): ParsedSample {
  const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*/.exec(line)?.[0];
  if (name === undefined) throw new Error(`No sample: ${line}`);
  const labels: Record<string, string> = {};
  let rest = line.slice(name.length);
  if (rest.startsWith("{")) {
    rest = rest.slice(1);
    while (!rest.startsWith("}")) {
      const [whole, label, value] =
        /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|(?=\}))/.exec(rest) ?? [];
      if (whole === undefined || label === undefined || label in labels)
        throw new Error(`A wrong label: ${line}`);
      labels[label] = (value ?? "").replace(/\\(.)/g, (_, mark: string) => (mark === "n" ? "\n" : mark));
      rest = rest.slice(whole.length);
    }
    rest = rest.slice(1);
  }
  const [, value] = /^ (NaN|[+-]Inf|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)$/.exec(rest) ?? [];
  if (value === undefined) throw new Error(`A wrong value: ${line}`);
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}
