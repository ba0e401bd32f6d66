import { ageText } from "../../../output/durations";
import { code, comment, inertText } from "../../../output/markdown";
import { printable, type Screen, shellWord, shortenedTo } from "../../../output/terminal";
import { firstOf, grouped } from "../../../output/text";
import type { Report } from "../account-report";
import type { Problem } from "../facts/problem";
import { headline } from "../facts/summary";
import { dateText, levels, maxNamed, topics } from "../report";

/** The text names this many changes since an earlier report. */
const maxChanges = 20;

/** The report for people: a line for each part, the worst of what needs action, and the command that shows the rest. */
export function summaryText(report: Report, file: string | undefined, screen: Screen): string {
  const { summary, notes } = report;
  const { paint, width = Number.POSITIVE_INFINITY, now } = screen;
  const lines = summary.flatMap(({ topic, level, text, problems }) => {
    const { mark, style } = levels[level];
    const needsMore = level === "action" || level === "attention";
    const max = topic === "changes" ? maxChanges : maxNamed;
    const worst = level === "action" || topic === "changes" ? problems.slice(0, max) : [];
    const more = problems.length - max;
    const others = worst.length > 0 ? [] : problems.map(({ object, text: why }) => `${object} (${why})`);
    const named = [
      ...worst.map((problem) => problemText(problem, now)),
      firstOf(others, maxNamed).join(", "),
    ];
    const command = topic === "paused" ? resumeCommand(report, problems) : topics[topic].command;
    const commands = topic === "changes" ? newCommands(report) : [`rblmonitor ${command}`];
    const all = topic === "changes" ? ", which --json shows" : "";
    const rest = worst.length > 0 && more > 0 ? `and ${grouped(more)} more${all}: ` : "";
    return [
      `${paint(style, mark)} ${printable(text)}`,
      ...named.filter(Boolean).map((line) => shortenedTo(`    ${printable(line)}`, width)),
      ...(needsMore ? [paint("dim", `    ${rest}${commands.join(", ")}`)] : []),
    ];
  });
  const where =
    file === undefined
      ? "As a page: rblmonitor report --html report.html"
      : `The page is in ${shellWord(file)}.`;
  return [...lines, ...notes.map(printable), where].map((line) => `${line}\n`).join("");
}

/** The command that resumes all that are paused, and not those that a state declares as paused. */
function resumeCommand({ paused, paused_as_declared: declared }: Report, problems: readonly Problem[]) {
  if (problems.length > maxNamed && declared.length === 0)
    return `resume '*' --kind ${[...new Set(paused.map(({ kind }) => kind))].join(",")}`;
  const named = problems.slice(0, maxNamed).map(({ command }) => command.split(" ").at(-1));
  const more = problems.length - named.length;
  return `resume ${named.join(" ")}${more > 0 ? ` # and ${grouped(more)} more` : ""}`;
}

/** The commands that show the parts with new problems. */
function newCommands({ since }: Report): string[] {
  return [...new Set(since?.new.map(({ topic }) => `rblmonitor ${topics[topic].command}`))];
}

/** `192.0.2.17 mx-out-07: listed by spam.bl, botnet.bl +3, 12 d`. */
function problemText({ object, label, text, since }: Problem, now: number): string {
  const name = label === null ? object : `${object} ${label}`;
  return `${name}: ${[text, ageText(since, now)].filter(Boolean).join(", ")}`;
}

/** The report in the Markdown of GitHub and GitLab: the summary, then a table for each part with a finding. */
export function markdown({ account, read, summary, notes }: Report, title: string): string {
  const row = (...cells: readonly string[]) => ({
    text: `| ${cells.map(inertText).join(" | ")} |`,
    rank: 0,
    label: "",
  });
  const tables = summary.map(({ topic, problems }) => ({
    title: topics[topic].title,
    columns: ["Object", "Label", "Problem", "Age", "Notifies"],
    rows: problems.map(({ object, label, text, since: start, notifies }) => {
      const groups = (notifies ?? []).map(({ name, note }) => (note === null ? name : `${name} (${note})`));
      return row(object, label ?? "", text, ageText(start, Date.parse(read.to)) ?? "", groups.join(", "));
    }),
  }));
  return comment({
    begin: [
      `### ${inertText(`${title}: ${headline(summary)}`)}`,
      `Account ${code(account.sid)} at ${inertText(`${account.service}, read ${dateText(read.to)}.`)}`,
      summary.map(({ level, text }) => `- ${levels[level].mark} ${inertText(text)}`).join("\n"),
    ],
    tables,
    ...{ what: "problems", command: "report", notes: notes.map((text) => ({ text })) },
  });
}
