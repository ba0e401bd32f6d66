import { kinds } from "../../../service/kinds";
import { type Surroundings, withAccount } from "../../account/session";
import { ignoreRules } from "../../comparison/ignore";
import { jsonText } from "../../output/json-text";
import { type Paint, paintFor, printable, type Style } from "../../output/terminal";
import { counted } from "../../output/words";
import { writeWhole } from "../../output/write-file";
import { declaredObjects } from "../../state/declared";
import { stateTexts } from "../../state/texts";
import type { ReportOptions } from "./command";
import { type GivenStates, readReport } from "./read-report";
import type { Level, Report } from "./report";

/** Runs the command: reads the account and the states that are given, writes the page, prints the summary or JSON. */
export async function runReport(
  files: readonly string[],
  options: ReportOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { html: file, json } = options;
  const { env, stdout } = surroundings;
  if (file === "-" && json)
    throw new Error("--html - and --json both take standard output: give --html a file.");
  const states = await givenStates(files, options, surroundings);
  const report = await read(options, surroundings, states);
  if (file !== undefined) {
    const { pageOf } = await import("./output/page/page");
    const page = pageOf(report);
    if (file === "-") {
      stdout.write(page);
      return;
    }
    await writeWhole(file, page);
  }
  stdout.write(json ? jsonText(report) : summaryText(report, file, paintFor(stdout, env)));
}

/** The states, if any are asked for: unlike drift, a report is worth reading without. */
async function givenStates(
  files: readonly string[],
  { chdir = [], provider, ignoreFile }: ReportOptions,
  { env, stdin }: Surroundings,
): Promise<GivenStates | undefined> {
  if (files.length + chdir.length === 0) {
    const useless = [provider && "--provider", ignoreFile && "--ignore-file"].find(Boolean);
    if (useless === undefined) return undefined;
    throw new Error(`${useless} is about states, and none is given: name a file, or a folder with --chdir.`);
  }
  const rules = await ignoreRules(ignoreFile);
  const states = await stateTexts({ files, folders: chdir }, env, stdin);
  return { names: states.map(({ name }) => name), all: declaredObjects(states, provider), rules };
}

function read(
  options: ReportOptions,
  surroundings: Surroundings,
  states: GivenStates | undefined,
): Promise<Report> {
  const { accountSid: sid = "", apiVersion, baseUrl, legacyBaseUrl } = options;
  const root = (apiVersion === "3.0" ? legacyBaseUrl : baseUrl) ?? "";
  const words = { doing: "Reading the account", stopped: () => "Stopped before the account was read." };
  const done: string[] = [];
  return withAccount(options, surroundings, words, ({ account, tell }) =>
    readReport({
      ...{ account, states, now: () => new Date() },
      // A base URL that is none, the first request tells.
      named: { sid, service: URL.canParse(root) ? new URL(root).host : root },
      onRead(kind, count) {
        done.push(counted(count, kinds[kind].title, kinds[kind].plural));
        tell(...done);
      },
    }),
  );
}

const styles: Readonly<Record<Level, readonly [mark: string, style: Style]>> = {
  action: ["!", "red"],
  attention: ["!", "yellow"],
  unknown: ["?", "dim"],
  fine: ["✓", "green"],
};

function summaryText({ summary, notes }: Report, file: string | undefined, paint: Paint): string {
  const lines = summary.map(({ level, text }) => {
    const [mark, style] = styles[level];
    return `${paint(style, mark)} ${text}`;
  });
  const where =
    file === undefined
      ? "All of it on a page: rblmonitor report --html report.html"
      : `All of it is in ${file}.`;
  return [...lines, ...notes.map(printable), where].map((line) => `${line}\n`).join("");
}
