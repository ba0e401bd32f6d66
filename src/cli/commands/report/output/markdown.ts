import { ageText } from "../../../output/durations";
import { comment, inertText, notesList } from "../../../output/markdown";
import type { Report } from "../account-report";
import { dateText, headline, levels, topics } from "../report";

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
      const groups = (notifies ?? []).map(
        ({ name, unreachable }) => `${name}${unreachable ? " (no active contact)" : ""}`,
      );
      return row(object, label ?? "", text, ageText(start, Date.parse(read.to)) ?? "", groups.join(", "));
    }),
  }));
  return comment({
    begin: [
      `### ${inertText(`${title}: ${headline(summary)}`)}`,
      inertText(`Account ${account.sid} at ${account.service}, read ${dateText(read.to)}.`),
      summary.map(({ level, text }) => `- ${levels[level].mark} ${inertText(text)}`).join("\n"),
    ],
    tables,
    end: notesList(
      notes.map((text) => ({ text })),
      Number.POSITIVE_INFINITY,
      1_000,
    ),
    ...{ kept: 0, maxLength: undefined, leftOut: () => "" },
  });
}
