import { figures, type Measured, measured, printed, type Tally } from "./measured";

const least = 97;

/** The programs after which the scanner was made, and those that were written when it was done. */
describe.each(["files", "held-out"] as const)("of the programs in corpus/%s a scan", (part) => {
  let files: Measured[];
  beforeAll(async () => {
    files = await measured(part);
    process.stdout.write(`${part}\n${printed(files)}\n`);
  });

  const because = (pick: (file: Measured) => readonly string[]) =>
    files.flatMap((file) => pick(file).map((what) => `${file.file}: ${what}`));
  const faults = (what: "calls" | "changes") => {
    const { precision, recall } = figures(files.map((file) => file[what]));
    const each = (key: keyof Tally) => because((file) => file[what][key].map((one) => `${key} ${one}`));
    return recall >= least && precision >= least ? [] : [...each("missed"), ...each("wrong")];
  };

  it("finds at least 97 % of the calls, and at most 3 % of what it finds is none", () => {
    expect(faults("calls")).toEqual([]);
  });

  it("finds at least 97 % of the parameters, flags and counts, and at most 3 % of what it finds is none", () => {
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
