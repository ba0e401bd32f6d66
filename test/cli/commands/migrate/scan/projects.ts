import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Finding } from "../../../../../src/cli/commands/migrate/scan/findings";
import { mustChange, type Scan, scan } from "../../../../../src/cli/commands/migrate/scan/scan";
import { legacyCalls } from "../../../../../src/legacy/calls";

/**
 * A file of a project in the corpus. In the corpus, a line `=== <name> <result>` begins it, and marks `«…»` at the ends of its
 * lines name what a person must change there: the operation (`host.add`, `host.list`, `host.get`) or the field. A mark with
 * `~` is neither missed nor wrong.
 */
interface ProjectFile {
  readonly name: string;
  /** `found`: with findings; `named`: in the report; `clean`: without findings that must change; `any`. */
  readonly result: string;
  readonly text: string;
  readonly marks: readonly { readonly what: string; readonly line: number; readonly isOptional: boolean }[];
}

/** What a scan said of a project, by lines, give or take one. */
export interface MeasuredProject {
  readonly project: string;
  readonly isInnocent: boolean;
  readonly isAlarm: boolean;
  readonly calls: Tally;
  readonly changes: Tally;
  /** Lines with findings that must change, and those of them at which there is nothing to change. */
  readonly reported: number;
  readonly wrong: readonly string[];
  readonly files: Tally;
  /** Files with a call that the report does not name. */
  readonly falselyClean: readonly string[];
}

interface Tally {
  readonly expected: number;
  readonly missed: readonly string[];
}

const corpus = join(__dirname, "corpus", "projects");

/** Scans each project of a part of the corpus. */
export async function measuredProjects(part: "held-out" | "tuned"): Promise<MeasuredProject[]> {
  const names = (await readdir(join(corpus, part))).sort();
  return Promise.all(names.map((name) => measured(join(corpus, part, name))));
}

async function measured(bundle: string): Promise<MeasuredProject> {
  const project = basename(bundle, ".txt");
  const files = projectFiles(await readFile(bundle, "utf8"));
  const folder = await mkdtemp(join(tmpdir(), "migrate-project-"));
  try {
    for (const { name, text } of files) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const found = await scan([folder], undefined);
    const tallies = files.map((file) => compared(file, found, join(folder, file.name)));
    const all = (key: "calls" | "changes" | "files") => ({
      expected: tallies.reduce((sum, each) => sum + each[key].expected, 0),
      missed: tallies.flatMap((each) => each[key].missed),
    });
    return {
      project,
      isInnocent: project.startsWith("innocent"),
      isAlarm: found.breaking > 0,
      calls: all("calls"),
      changes: all("changes"),
      reported: tallies.reduce((sum, { reported }) => sum + reported, 0),
      wrong: tallies.flatMap(({ wrong }) => wrong),
      files: all("files"),
      falselyClean: tallies.flatMap(({ falselyClean }) => falselyClean),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files in a bundle, with their marks. */
function projectFiles(bundle: string): ProjectFile[] {
  return bundle
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head = "", ...lines] = part.replace(/\n$/, "").split("\n");
      const [name = "", result = "clean"] = head.split(" ");
      const mark = /\s*«(.*)»$/;
      const marks = lines.flatMap((line, index) =>
        (mark.exec(line)?.[1] ?? "")
          .split(" ")
          .filter(Boolean)
          .map((word) => ({
            what: word.replace("~", ""),
            line: index + 1,
            isOptional: word.startsWith("~"),
          })),
      );
      return { name, result, marks, text: `${lines.map((line) => line.replace(mark, "")).join("\n")}\n` };
    });
}

function compared({ name, result, marks }: ProjectFile, found: Scan, path: string) {
  const here = found.findings.filter(({ file }) => file === path);
  const isNear = (line: number, lines: readonly number[]) => lines.some((each) => Math.abs(each - line) <= 1);
  const places = here.flatMap((finding) => namesOf(finding).map(({ what, lines }) => ({ what, lines })));
  const isFound = ({ what, line }: ProjectFile["marks"][number]) =>
    places.some((place) => place.what === what && isNear(line, place.lines));
  const required = marks.filter(({ isOptional }) => !isOptional);
  const tally = (some: ProjectFile["marks"]) => ({
    expected: some.length,
    missed: some.filter((each) => !isFound(each)).map(({ what, line }) => `${name}:${line} ${what}`),
  });
  const isNamed = here.length > 0 || found.not_understood.includes(path);
  const reported = here.filter((finding) => mustChange(finding));
  const lines = [...new Set(reported.flatMap((finding) => finding.lines))];
  const isGuilty = result === "found" || result === "named";
  return {
    calls: tally(required.filter(({ what }) => isCall(what))),
    changes: tally(required.filter(({ what }) => !isCall(what))),
    reported: lines.length,
    wrong: lines
      .filter(
        (line) =>
          !isNear(
            line,
            marks.map((each) => each.line),
          ),
      )
      .map((line) => `${name}:${line}`),
    files: { expected: isGuilty ? 1 : 0, missed: isGuilty && !isNamed ? [name] : [] },
    falselyClean: required.some(({ what }) => isCall(what)) && !isNamed ? [name] : [],
  };
}

function isCall(what: string): boolean {
  return what.includes(".") || what === "listings";
}

/** What the corpus calls a finding, with its lines. */
function namesOf({ found, lines, operation, parameters = [], type }: Finding) {
  const what =
    operation === undefined
      ? type === "base_url"
        ? type
        : (found.split(/\W/)[0] ?? "")
      : shortNames.get(operation);
  return [{ what, lines }, ...parameters.map(({ name, line }) => ({ what: name, lines: [line] }))];
}

/** `host.add` for `/host/add`, `host.list` for `/hosts`, `host.get` for `/host/{id}`. */
export const shortNames: ReadonlyMap<string, string> = new Map(
  legacyCalls.map(({ name, legacy: { path } }) => {
    const [kind = "", verb] = path.slice(1).split("/");
    if (verb === undefined) return [name, kind === "listings" ? kind : `${kind.slice(0, -1)}.list`];
    return [name, `${kind}.${verb === "{id}" ? "get" : verb}`];
  }),
);
