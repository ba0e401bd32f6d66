import { kinds } from "../../../../service/kinds";
import type { ObjectValue } from "../../../../terraform";
import type { NamedObject } from "../../../account/names";
import { ageText } from "../../../output/durations";
import { printable, type Screen, type Style, shellWord, shortenedTo } from "../../../output/terminal";
import { counted, firstOf } from "../../../output/text";
import type { Level, Report, SilentGroup, Topic } from "../report";

/** Marks differ without colours, too. */
const marks: Readonly<Record<Level, readonly [mark: string, style: Style]>> = {
  action: ["✗", "red"],
  attention: ["!", "yellow"],
  unknown: ["?", "dim"],
  fine: ["✓", "green"],
};

/** Most objects that are named of each class. */
const mostNamed = 3;

/** The report for people: a line for each part, the worst of what needs action, and the command that shows the rest. */
export function summaryText(report: Report, file: string | undefined, screen: Screen): string {
  const { paint, width } = screen;
  const lines = report.summary.flatMap(({ topic, level, text }) => {
    const [mark, style] = marks[level];
    const worst = level === "fine" ? [] : details[topic].worst(report, screen);
    const line = `    ${firstOf(worst.map(printable), mostNamed).join(", ")}`;
    return [
      `${paint(style, mark)} ${text}`,
      ...(worst.length === 0 ? [] : [shortenedTo(line, width ?? Number.POSITIVE_INFINITY)]),
      ...(level === "fine" || level === "unknown" ? [] : [paint("dim", `    ${details[topic].command}`)]),
    ];
  });
  const where =
    file === undefined
      ? "As a page: rblmonitor report --html report.html"
      : `The page is in ${shellWord(file)}.`;
  return [...lines, ...report.notes.map(printable), where].map((line) => `${line}\n`).join("");
}

interface Detail {
  /** What is worst first. */
  worst(report: Report, screen: Screen): string[];
  /** Shows all of it. */
  readonly command: string;
}

const details: Readonly<Record<Topic, Detail>> = {
  listed: {
    worst: ({ listed }, { now }) =>
      (listed?.hosts ?? []).map((host) =>
        withNote(nameOf(host, "host"), ageText(host.first_listed, now), sourcesText(host)),
      ),
    command: "rblmonitor listings",
  },
  certificates: {
    worst: ({ certificates }) => [
      ...(certificates?.errors ?? []).map((error) => withNote(textOf(error.hostname), textOf(error.type))),
      ...(certificates?.expiring ?? [])
        .filter(({ hostname }) => !certificates?.errors.some((error) => error.hostname === hostname))
        .map((one) => withNote(textOf(one.hostname), expiryText(one))),
    ],
    command: "rblmonitor certificates",
  },
  groups: {
    worst: ({ groups }) => (groups ?? []).map((group) => withNote(group.name ?? group.id, usedBy(group))),
    command: "rblmonitor contacts list",
  },
  contacts: {
    worst: ({ contacts }) => [
      ...(contacts?.pending ?? []).map((one) => withNote(nameOf(one, "contact"), "pending")),
      ...(contacts?.paused ?? []).map((one) => withNote(nameOf(one, "contact"), "paused")),
    ],
    command: "rblmonitor contacts list",
  },
  undeclared: {
    worst: ({ undeclared }) =>
      (undeclared?.objects ?? []).map((one) => withNote(calledOf(one), kinds[one.kind].title)),
    command: "rblmonitor drift",
  },
  paused: {
    worst: ({ paused }) => paused.map((one) => withNote(calledOf(one), kinds[one.kind].title)),
    command: "rblmonitor report --json",
  },
  requests: { worst: () => [], command: "rblmonitor limits" },
};

function withNote(name: string, ...notes: readonly (string | null)[]): string {
  const told = notes.filter((note) => note !== null && note !== "");
  return told.length === 0 ? name : `${name} (${told.join(", ")})`;
}

function textOf(value: ObjectValue[string] | undefined): string {
  return typeof value === "string" ? value : "";
}

function nameOf(object: ObjectValue, key: string): string {
  return textOf(object[key]) || textOf(object.name) || textOf(object.id);
}

function calledOf({ key, name, id }: NamedObject): string {
  return key ?? name ?? id;
}

function sourcesText({ listed_count: count }: ObjectValue): string | null {
  return typeof count === "number" && count > 1 ? `${count.toLocaleString("en")} blocklists` : null;
}

function expiryText({ expiry_days: days }: ObjectValue): string | null {
  if (typeof days !== "number") return null;
  return days < 0 ? `expired ${-days} d ago` : `expires in ${days} d`;
}

function usedBy({ hosts, certificate_monitors: monitors }: SilentGroup): string {
  return hosts + monitors === 0 ? "not in use" : `used by ${counted(hosts + monitors, "object")}`;
}
