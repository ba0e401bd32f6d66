import { printableJson, printableLines } from "../printable-text";

const LEVELS = ["trace", "debug", "info", "warn", "error", "off"] as const;

/** How much is logged: this level and the more serious ones. */
export type Level = (typeof LEVELS)[number];

/** What else there is to say, by name. Never a secret. */
export type Fields = Readonly<Record<string, unknown>>;

type Write = (message: string, fields?: Fields) => void;

/** Writes what happens for whoever reads Terraform's log. */
export interface Logger {
  readonly trace: Write;
  readonly debug: Write;
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
}

/**
 * The level that `TF_LOG_PROVIDER`, else `TF_LOG` ask for. As with Terraform, `JSON` means everything, and so does a
 * word that is none of the levels. With neither set, errors only: Terraform drops them, a console shows them.
 */
export function levelOf(env: NodeJS.ProcessEnv): Level {
  const asked = (env.TF_LOG_PROVIDER || env.TF_LOG || "error").toLowerCase();
  return LEVELS.find((level) => level === asked) ?? "trace";
}

/**
 * A logger that writes one JSON object per line, with the keys of hclog, so that Terraform files each line under
 * its level and shows the fields.
 *
 * @param stream where the lines go: standard error, for a plugin
 * @param module the name that the lines are filed under
 */
export function createLogger(options: {
  readonly level: Level;
  readonly stream: { write(line: string): unknown };
  readonly module: string;
  readonly now?: () => Date;
  /** Takes secrets out of a text. */
  readonly hide?: (text: string) => string;
}): Logger {
  const { level: least, stream, module, now = () => new Date(), hide = (text) => text } = options;
  const shown = (_name: string, value: unknown) => printable(value, hide);
  const writer = (level: Level): Write => {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return () => {};
    return (message, fields) => {
      const heading = { "@level": level, "@message": message, "@module": module, "@timestamp": stamp(now()) };
      stream.write(`${lineOf({ ...fields, ...heading }, heading, shown)}\n`);
    };
  };
  return {
    trace: writer("trace"),
    debug: writer("debug"),
    info: writer("info"),
    warn: writer("warn"),
    error: writer("error"),
  };
}

/** Microseconds: go-plugin reads exactly six digits, and takes the line for plain text otherwise. */
function stamp(moment: Date): string {
  return moment.toISOString().replace("Z", "000Z");
}

function lineOf(entry: Fields, heading: Fields, shown: (name: string, value: unknown) => unknown): string {
  try {
    return printableJson(entry, shown);
  } catch {
    // A field that refers to itself: the message still counts.
    return printableJson(heading, shown);
  }
}

function printable(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "bigint") return value.toString();
  const text = value instanceof Error ? (value.stack ?? value.message) : value;
  return typeof text === "string" ? printableLines(hide(text)) : text;
}
