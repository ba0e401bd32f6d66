import { printableJson, printableLines } from "../printable-text";

const levels = ["trace", "debug", "info", "warn", "error", "off"] as const;

/** The minimum severity that is logged. */
export type Level = (typeof levels)[number];

/** Additional fields of a log line. Must not contain secrets. */
export type Fields = Readonly<Record<string, unknown>>;

type Write = (message: string, fields?: Fields) => void;

/** Writes to Terraform's log, by level. */
export type Logger = Readonly<Record<Exclude<Level, "off">, Write>>;

/**
 * The level from `TF_LOG_PROVIDER`, or else `TF_LOG`. As in Terraform, `JSON` and invalid levels mean `trace`. Defaults to
 * `error`: Terraform discards these lines, a console shows them.
 */
export function levelOf(env: NodeJS.ProcessEnv): Level {
  const name = (env.TF_LOG_PROVIDER || env.TF_LOG || "error").toLowerCase();
  return levels.find((level) => level === name) ?? "trace";
}

/**
 * Creates a logger that writes one JSON object per line, with the keys of hclog, so that Terraform reads levels and fields.
 *
 * @param stream the output: standard error, for a plugin
 * @param module the name of the logger in each line
 */
export function createLogger(options: {
  readonly level: Level;
  readonly stream: { write(line: string): unknown };
  readonly module: string;
  readonly now?: () => Date;
  /** Removes secrets from a string. */
  readonly hide?: (text: string) => string;
}): Logger {
  const { level: minLevel, stream, module, now = () => new Date(), hide = (text) => text } = options;
  const shown = (_name: string, value: unknown) => printable(value, hide);
  const writer = (level: Level): Write => {
    if (levels.indexOf(level) < levels.indexOf(minLevel)) return () => {};
    return (message, fields) => {
      // In microseconds: go-plugin requires exactly six digits, and otherwise treats the line as plain text.
      const time = now().toISOString().replace("Z", "000Z");
      const heading = { "@level": level, "@message": message, "@module": module, "@timestamp": time };
      stream.write(`${lineOf({ ...fields, ...heading }, heading, shown)}\n`);
    };
  };
  return Object.fromEntries(levels.map((level) => [level, writer(level)])) as unknown as Logger;
}

function lineOf(entry: Fields, heading: Fields, shown: (name: string, value: unknown) => unknown): string {
  try {
    return printableJson(entry, shown);
  } catch {
    // A field with a circular reference. The message is still logged.
    return printableJson(heading, shown);
  }
}

function printable(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "bigint") return value.toString();
  const text = value instanceof Error ? (value.stack ?? value.message) : value;
  return typeof text === "string" ? printableLines(hide(text)) : text;
}
