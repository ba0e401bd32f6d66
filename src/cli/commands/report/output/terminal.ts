import { kinds } from "../../../../service/kinds";
import type { NamedObject } from "../../../account/names";
import { ageText } from "../../../output/durations";
import { printable, type Screen, shellWord, shortenedTo } from "../../../output/terminal";
import { firstOf } from "../../../output/text";
import { detailCommands, levels, type Problem, type Report, type Topic } from "../report";

/** Most objects that are named of each class. */
const maxNamed = 3;

/** The report for people: a line for each part, the worst of what needs action, and the command that shows the rest. */
export function summaryText(report: Report, file: string | undefined, screen: Screen): string {
  const { paint, width = Number.POSITIVE_INFINITY } = screen;
  const lines = report.summary.flatMap(({ topic, level, text, problems }) => {
    const { mark, style } = levels[level];
    const needsMore = level === "action" || level === "attention";
    const worst = problems.map((problem) => problemText(problem, screen));
    const others = worst.length > 0 || !needsMore ? [] : (details[topic]?.(report) ?? []);
    const named = others.length === 0 ? worst : [firstOf(others, maxNamed).join(", ")];
    return [
      `${paint(style, mark)} ${text}`,
      ...named.map((line) => shortenedTo(`    ${printable(line)}`, width)),
      ...(needsMore ? [paint("dim", `    ${detailCommands[topic]}`)] : []),
    ];
  });
  const where =
    file === undefined
      ? "As a page: rblmonitor report --html report.html"
      : `The page is in ${shellWord(file)}.`;
  return [...lines, ...report.notes.map(printable), where].map((line) => `${line}\n`).join("");
}

/** `192.0.2.17 mx-out-07: listed by spam.bl, botnet.bl +3, 12 d`. */
function problemText({ object, label, text, since }: Problem, { now }: Screen): string {
  const name = label === null ? object : `${object} ${label}`;
  return `${name}: ${[text, ageText(since, now)].filter(Boolean).join(", ")}`;
}

/** The objects of parts that have no problems. */
const details: Readonly<Partial<Record<Topic, (report: Report) => string[]>>> = {
  contacts: ({ contacts }) => [
    ...(contacts?.pending ?? []).map(({ contact }) => `${String(contact)} (pending)`),
    ...(contacts?.paused ?? []).map(({ contact }) => `${String(contact)} (paused)`),
  ],
  certificates: ({ certificates }) =>
    (certificates?.expiring ?? []).map(
      ({ hostname, expiry_days: days }) => `${String(hostname)} (in ${String(days)} d)`,
    ),
  undeclared: ({ undeclared }) => (undeclared?.objects ?? []).map(objectText),
  paused: ({ paused }) => paused.map(objectText),
};

function objectText({ key, name, id, kind }: NamedObject): string {
  return `${key ?? name ?? id} (${kinds[kind].title})`;
}
