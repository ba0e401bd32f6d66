import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Scan, scan } from "../../../../../src/cli/commands/migrate/scan/scan";
import { shortNames } from "./projects";

/** Programs that were written for version 3.0, or for something else, and what each holds. */
const corpus = join(__dirname, "corpus");

/** A file of the corpus, by the table `expected.tsv`. */
interface Expected {
  readonly file: string;
  /** Results that are right: a grade, `uses` (the service, and no call was understood) or `none`. */
  readonly results: readonly string[];
  /** `<operation>:<line>`. */
  readonly calls: readonly string[];
  /** Lines on which a call is neither missed nor wrong: templates of paths, and documents. */
  readonly optional: readonly number[];
  /** `<name>:<line>` of parameters, flags and counts that must change. */
  readonly changes: readonly string[];
  /** Those that are worth a look, and are neither missed nor wrong. */
  readonly optionalChanges: readonly string[];
}

/** What was right, missed and wrong. */
export interface Tally {
  readonly right: readonly string[];
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

/** A file as it was scanned. */
export interface Measured {
  readonly file: string;
  readonly language: string;
  readonly calls: Tally;
  readonly changes: Tally;
  readonly result: string;
  readonly isRight: boolean;
  /** Whether it was reported as clean although it calls the service. */
  readonly isFalselyClean: boolean;
}

/** Scans the files of a part of the corpus, each alone; those of a folder `project-…` together. */
export async function measured(part: "files" | "held-out"): Promise<Measured[]> {
  const expected = await expectedFiles(part);
  const groups = grouped(expected, ({ file }) => /^[^/]+\/project-[^/]+/.exec(file)?.[0] ?? file);
  const all = [];
  for (const [group, files] of groups) {
    const found = await scan([join(corpus, group)], undefined);
    for (const one of files) all.push(compared(one, found));
  }
  return all;
}

async function expectedFiles(part: string): Promise<Expected[]> {
  const rows = (await readFile(join(corpus, "expected.tsv"), "utf8")).trimEnd().split("\n").slice(1);
  const words = (cell = "") => cell.split(" ").filter(Boolean);
  return rows
    .map((row) => row.split("\t"))
    .filter(([file = ""]) => file.startsWith(`${part}/`))
    .map(([file = "", result = "", calls, changes]) => ({
      file,
      results: result.split("|"),
      calls: words(calls).filter((call) => !call.startsWith("~")),
      optional: words(calls).flatMap((call) => (call.startsWith("~") ? [Number(call.split(":")[1])] : [])),
      changes: words(changes).filter((change) => !change.startsWith("~")),
      optionalChanges: words(changes).flatMap((change) => (change.startsWith("~") ? [change.slice(1)] : [])),
    }));
}

function compared(
  { file, results, calls, optional, changes, optionalChanges }: Expected,
  { findings, ...rest }: Scan,
): Measured {
  const here = findings.filter((finding) => relative(corpus, finding.file) === file);
  const foundCalls = here.flatMap(({ operation, lines }) =>
    operation === undefined ? [] : lines.map((line) => `${shortNames.get(operation) ?? operation}:${line}`),
  );
  const foundChanges = here.flatMap((finding) => [
    ...(changeNames(finding.type, finding.found) ?? []).flatMap((name) =>
      finding.lines.map((line) => `${name}:${line}`),
    ),
    ...(finding.parameters ?? [])
      .filter(({ name }) => ["type", "rbl_profile", "details", "is_default"].includes(name))
      .filter(({ replacement }) => replacement !== null && !replacement.startsWith("type,"))
      .map(({ name, line }) => `${name}:${line}`),
  ]);
  const isOptional = (entry: string) => optional.includes(Number(entry.split(":")[1]));
  const grades = ["certain", "likely", "look"];
  const unclear = rest.not_understood.map((path) => relative(corpus, path));
  const best = grades.find((grade) => here.some((one) => one.operation !== undefined && one.grade === grade));
  const other = grades.find((grade) => here.some((finding) => finding.grade === grade));
  const result = unclear.includes(file) ? "uses" : (best ?? other ?? "none");
  return {
    file,
    language: file.split("/")[1] ?? "",
    calls: tally(
      calls,
      foundCalls.filter((call) => !isOptional(call)),
    ),
    changes: tally(
      changes,
      foundChanges.filter((change) => !optionalChanges.includes(change)),
    ),
    result,
    isRight: results.includes(result),
    isFalselyClean: calls.length > 0 && here.length === 0 && result === "none",
  };
}

function tally(expected: readonly string[], found: readonly string[]): Tally {
  const there = new Set(found);
  return {
    right: expected.filter((one) => there.has(one)),
    missed: expected.filter((one) => !there.has(one)),
    wrong: [...there].filter((one) => !expected.includes(one)),
  };
}

function changeNames(type: string, found: string): string[] | undefined {
  if (type === "count" || type === "parameter") return [found];
  if (type === "flag") return [found.split(/\W/)[0] ?? ""];
  return type === "envelope" && found.startsWith("status_message") ? ["status_message"] : undefined;
}

/** Recall and precision in percent; recall is full if nothing was to be found. */
export function figures(tallies: readonly Tally[]): { recall: number; precision: number; expected: number } {
  const sum = (key: keyof Tally) => tallies.reduce((total, one) => total + one[key].length, 0);
  const [right, missed, wrong] = [sum("right"), sum("missed"), sum("wrong")];
  const percent = (part: number, whole: number) => (whole === 0 ? 100 : (100 * part) / whole);
  return {
    expected: right + missed,
    recall: percent(right, right + missed),
    precision: percent(right, right + wrong),
  };
}

function grouped<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
