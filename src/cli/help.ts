import { type Command, Help } from "commander";
import { jsonOption } from "./options";

/** Sections of a command's help after its options. */
interface HelpTexts {
  /** Paragraphs about what the command does. */
  readonly about?: readonly string[];
  /** Calls of the command, each with what it does. */
  readonly examples: readonly (readonly [call: string, purpose: string])[];
  /** The meaning of exit code 2; absent for a command that never ends with it. */
  readonly finding?: string;
  /** The shape of what it prints with `--json`. */
  readonly json?: string;
}

/** Adds these sections, and `--json` where its output has a shape and the command declares no other form of it. */
export function withHelp(command: Command, { about = [], examples, finding, json }: HelpTexts): Command {
  if (json !== undefined && command.options.every(({ long }) => long !== "--json"))
    command.option(...jsonOption);
  const calls = examples.map(([call, purpose]) => `  # ${purpose}\n  rblmonitor ${call}`);
  const codes = [
    "  0    success",
    "  1    error",
    ...(finding === undefined ? [] : [`  2    ${finding}`]),
    "  130  interrupted with Ctrl-C",
  ];
  const sections = [
    ...about,
    ["Examples:", ...calls].join("\n"),
    ["Exit codes:", ...codes].join("\n"),
    ...(json === undefined ? [] : [`JSON: ${json}`]),
  ];
  return command.addHelpText("after", `\n${sections.join("\n\n")}`);
}

/**
 * Has a command load its work when it runs. The work gets the arguments, the options and the process, and may return an exit
 * code.
 * @param until for a server: resolves at its end, which may come while the work is loaded; the work gets it last
 */
export function running(
  command: Command,
  load: () => Promise<(...args: never[]) => Promise<unknown>>,
  until?: () => Promise<void>,
) {
  return command.action(async (...args: unknown[]) => {
    const ended = until?.();
    const work = (await load()) as (...args: unknown[]) => Promise<unknown>;
    // Commander adds the command to its arguments and options.
    const code = await work(...args.slice(0, -1), process, ended);
    if (typeof code === "number") process.exitCode = code;
  });
}

/**
 * A help text for a screen of that width: lines without indentation are joined to paragraphs and wrapped, indented ones stay
 * lines and continue with their own indentation, comments as comments.
 */
export function reflowed(text: string, width: number): string {
  // A line that ends in a colon is a title.
  const paragraphs = text.replace(/(?<=^\S.*)(?<!:)\n(?=\S)(?!.*:$)/gm, " ");
  return wrappedLines(paragraphs, width);
}

/** A text for a screen of that width, undefined for any, with lines that end between words. */
export function wrappedLines(text: string, width: number | undefined): string {
  return width === undefined ? text : text.replace(/.+/g, (line) => wrapped(line, width));
}

/** Commander's own help does not wrap for narrow screens. */
const wrapping = Object.assign(new Help(), { minWidthToWrap: 0 });

/** A command on a line of its own. A terminal breaks it, too, but what is copied there stays one line. */
const commandLine = /^ +(?:cd|npm|npx|rblmonitor|terraform|tofu) /;

function wrapped(line: string, width: number): string {
  if (wrapping.displayWidth(line) <= width || commandLine.test(line)) return line;
  const [indent = ""] = /^ *(?:# |\S+ {2,})?/.exec(line) ?? [];
  const lines = wrapping.boxWrap(line.slice(indent.length), Math.max(0, width - indent.length));
  return indent + lines.replaceAll("\n", `\n${indent.replace(/[^#]/g, " ")}`);
}
