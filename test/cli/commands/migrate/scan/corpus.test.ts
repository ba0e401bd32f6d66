import { figures, type Measured, measured, type Tally } from "./measured";
import { type MeasuredProject, measuredProjects } from "./projects";

/** Files that are scanned each alone: an earlier scanner was made with them, and has found all of them. */
describe.each(["files", "held-out"] as const)("of the programs in corpus/%s a scan", (part) => {
  let files: Measured[];
  beforeAll(async () => {
    files = await measured(part);
  });

  const because = (pick: (file: Measured) => readonly string[]) =>
    files.flatMap((file) => pick(file).map((fault) => `${file.file}: ${fault}`));
  const faults = (what: "calls" | "changes") => {
    const { precision, recall } = figures(files.map((file) => file[what]));
    const each = (key: keyof Tally) => because((file) => file[what][key].map((name) => `${key} ${name}`));
    return recall >= 90 && precision >= 95 ? [] : [...each("missed"), ...each("wrong")];
  };

  it("finds at least 90 % of the calls, and at most 5 % of what it finds is none", () => {
    expect(faults("calls")).toEqual([]);
  });

  it("finds at least 90 % of the parameters, flags and counts, and at most 5 % of what it finds is none", () => {
    expect(faults("changes")).toEqual([]);
  });

  it("never reports a file as clean that calls the service", () => {
    expect(because(({ isFalselyClean }) => (isFalselyClean ? ["clean"] : []))).toEqual([]);
  });

  it("grades each file as a person would", () => {
    expect(because(({ isRight, result }) => (isRight ? [] : [result]))).toEqual([]);
  });
});

it("the corpus has more than sixty files, in more than fourteen languages", async () => {
  const files = await measured("files");
  expect(files.length).toBeGreaterThan(60);
  expect(new Set(files.map(({ language }) => language)).size).toBeGreaterThan(14);
});

/** Projects of several files. The scanner was made with one half; the other was written before it, and held out. */
describe.each(["tuned", "held-out"] as const)("of the projects in corpus/projects/%s a scan", (part) => {
  let projects: MeasuredProject[];
  beforeAll(async () => {
    projects = await measuredProjects(part);
  });

  const faults = (pick: (project: MeasuredProject) => readonly string[]) =>
    projects.flatMap((project) => pick(project).map((fault) => `${project.project}/${fault}`));
  const sum = (pick: (project: MeasuredProject) => number) =>
    projects.reduce((total, project) => total + pick(project), 0);

  it.each(["calls", "changes"] as const)(
    "finds at least 90 % of the lines with %s, give or take one",
    (what) => {
      const missed = faults((project) => project[what].missed);
      expect(missed.length > 0.1 * sum((project) => project[what].expected) ? missed : []).toEqual([]);
    },
  );

  it("is right in at least 95 % of the lines that must change", () => {
    const wrong = faults((project) => project.wrong);
    expect(wrong.length > 0.05 * sum(({ reported }) => reported) ? wrong : []).toEqual([]);
  });

  it("names at least 97 % of the files that use the service, and all that call it", () => {
    const missed = faults((project) => project.files.missed);
    expect(missed.length > 0.03 * sum(({ files }) => files.expected) ? missed : []).toEqual([]);
    expect(faults(({ falselyClean }) => falselyClean)).toEqual([]);
  });

  it("raises at most one alarm for projects that do not use the service", () => {
    expect(projects.filter(({ isInnocent }) => isInnocent).length).toBe(6);
    expect(projects.filter(({ isAlarm, isInnocent }) => isAlarm && isInnocent).length).toBeLessThan(2);
  });
});
