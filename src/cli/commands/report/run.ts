import { progressOf } from "../../account/lists";
import type { AccountOptions } from "../../account/options";
import { readingAccount, withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import type { StateOptions } from "../../options";
import { ageText } from "../../output/durations";
import { type PrintOptions, print, writeAtomically } from "../../output/print";
import { type ProcessContext, printable, type Screen, shellWord, shortenedTo } from "../../output/terminal";
import { firstOf, grouped } from "../../output/text";
import { givenStates, hasStates } from "../../state/declared";
import { accountReport, type ComparedStates, type Report } from "./account-report";
import { levels, maxNamed, type Problem, topics } from "./report";

/** Options of `rblmonitor report`. */
export interface ReportCommandOptions extends AccountOptions, StateOptions, PrintOptions {
  readonly html?: string;
  readonly title?: string;
  readonly ignoreFile?: string;
  readonly failOn?: "action" | "attention";
}

/**
 * Reads the account and the states, writes the page, prints the summary or JSON.
 * @returns the exit code: 2 for what --fail-on names, else 1 if the report is incomplete
 */
export async function report(
  files: readonly string[],
  options: ReportCommandOptions,
  processContext: ProcessContext,
): Promise<number> {
  const { html: file, json, title, failOn } = options;
  if (file === "-" && json)
    throw new Error("--html - and --json both use standard output: pass a file to --html.");
  const states = await comparedStates(files, options, processContext);
  const result = await read(options, processContext, states);
  if (file !== undefined) {
    const { pageOf } = await import("./output/page");
    const page = pageOf(result, title);
    if (file === "-") processContext.stdout.write(page);
    else await writeAtomically(file, page);
  }
  if (file !== "-") print(processContext, options, result, (screen) => summaryText(result, file, screen));
  if (!result.complete) processContext.stderr.write(`rblmonitor: ${incomplete}\n`);
  const [worst] = result.summary;
  if (failOn !== undefined && (worst?.level === "action" || worst?.level === failOn)) return 2;
  return result.complete ? 0 : 1;
}

const incomplete =
  "The report is incomplete: requests ran out. Run it again when the hour is over, or wait longer with --max-wait.";

/** The states, if any are requested: unlike drift, a report is useful without. */
async function comparedStates(
  files: readonly string[],
  options: ReportCommandOptions,
  processContext: ProcessContext,
): Promise<ComparedStates | undefined> {
  const { provider, ignoreFile } = options;
  if (!hasStates(files, options)) {
    const useless = [provider && "--provider", ignoreFile && "--ignore-file"].find(Boolean);
    if (useless === undefined) return undefined;
    throw new Error(`${useless} needs a state: pass a file, or a folder with --chdir.`);
  }
  const rules = await ignoreRules(ignoreFile);
  return { ...(await givenStates(files, options, processContext)), rules };
}

function read(
  options: ReportCommandOptions,
  processContext: ProcessContext,
  states: ComparedStates | undefined,
): Promise<Report> {
  const { accountSid: sid = "", apiVersion, baseUrl, legacyBaseUrl } = options;
  const root = (apiVersion === "3.0" ? legacyBaseUrl : baseUrl) ?? "";
  return withAccount(
    { ...options, secrets: states?.secrets ?? [] },
    processContext,
    readingAccount,
    ({ account, showProgress }) =>
      accountReport({
        account,
        states,
        now: () => new Date(),
        // The first request reports an invalid base URL.
        name: { sid, service: URL.canParse(root) ? new URL(root).host : root },
        onRead: progressOf(showProgress),
      }),
  );
}

/** The report for people: a line for each part, the worst of what needs action, and the command that shows the rest. */
export function summaryText(report: Report, file: string | undefined, screen: Screen): string {
  const { summary, notes } = report;
  const { paint, width = Number.POSITIVE_INFINITY, now } = screen;
  const lines = summary.flatMap(({ topic, level, text, problems }) => {
    const { mark, style } = levels[level];
    const needsMore = level === "action" || level === "attention";
    const worst = level === "action" ? problems.slice(0, maxNamed) : [];
    const more = problems.length - maxNamed;
    const others = worst.length > 0 ? [] : problems.map(({ object, text: why }) => `${object} (${why})`);
    const named = [
      ...worst.map((problem) => problemText(problem, now)),
      firstOf(others, maxNamed).join(", "),
    ];
    const command = topic === "paused" ? resumeCommand(report, problems) : topics[topic].command;
    const rest = worst.length > 0 && more > 0 ? `and ${grouped(more)} more: ` : "";
    return [
      `${paint(style, mark)} ${printable(text)}`,
      ...named.filter(Boolean).map((line) => shortenedTo(`    ${printable(line)}`, width)),
      ...(needsMore ? [paint("dim", `    ${rest}${command}`)] : []),
    ];
  });
  const where =
    file === undefined
      ? "As a page: rblmonitor report --html report.html"
      : `The page is in ${shellWord(file)}.`;
  return [...lines, ...notes.map(printable), where].map((line) => `${line}\n`).join("");
}

/** The command that resumes all that are paused, and not those that a state declares as paused. */
function resumeCommand(
  { paused, paused_as_declared: declared }: Report,
  problems: readonly Problem[],
): string {
  if (problems.length > maxNamed && declared.length === 0)
    return `rblmonitor resume --kind ${[...new Set(paused.map(({ kind }) => kind))].join(",")}`;
  const named = problems.slice(0, maxNamed).map(({ command }) => command.split(" ").at(-1));
  const more = problems.length - named.length;
  return `rblmonitor resume ${named.join(" ")}${more > 0 ? ` (and ${grouped(more)} more)` : ""}`;
}

/** `192.0.2.17 mx-out-07: listed by spam.bl, botnet.bl +3, 12 d`. */
function problemText({ object, label, text, since }: Problem, now: number): string {
  const name = label === null ? object : `${object} ${label}`;
  return `${name}: ${[text, ageText(since, now)].filter(Boolean).join(", ")}`;
}
